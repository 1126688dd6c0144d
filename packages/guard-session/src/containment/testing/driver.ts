import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { GuardError } from '../../guard-error.ts';
import { type Containment, openContainment } from '../containment.ts';
import { planContainment } from '../plan/plan.ts';
import { probeContainment } from '../probe/probe.ts';
import { readTree } from './read-tree.ts';
import type { DriverRequest, DriverResult } from './request.ts';

/*
 * A guard in a process of its own, so that tests can run it as another user, inside another root, on a terminal, and kill
 * it. The request is the JSON in the first argument; the results are lines of JSON in the file that it names.
 */

const request: DriverRequest = JSON.parse(process.argv[2] ?? '');
const result: DriverResult = {};

function save(): void {
  const next = `${request.result}.next`;
  writeFileSync(next, JSON.stringify(result));
  renameSync(next, request.result);
}

async function drive(): Promise<void> {
  shell(request.before);
  if (request.probe) result.availability = await probeContainment(request.mode);
  const keepReal = request.keepReal ?? [];
  const plan = planContainment(request.roots, request.mode, { keepReal });
  result.plan = plan;
  const livePaths = request.live ?? request.roots;
  const before = livePaths.map(readTree);
  const { scratchBytes } = request;
  const containment = await openContainment({ plan, ...(scratchBytes === undefined ? {} : { scratchBytes }) });
  result.holder = containment.holderPid;
  save();
  try {
    await run(containment);
    result.layer = containment.readLayer();
    shell(request.afterwards);
    if (request.keepCaptured) result.kept = containment.keepCaptured(request.keepCaptured);
    result.names = (request.namesIn ?? []).map((path) => containment.namesInLayer(path));
    result.views = (request.viewIn ?? []).map((path) => containment.viewPath(path));
    if (request.hold) {
      save();
      await once(createInterface({ input: process.stdin }), 'line');
      result.layer = containment.readLayer();
    }
  } finally {
    await containment.release();
  }
  result.live = { before, after: livePaths.map(readTree) };
}

async function run(containment: Containment): Promise<void> {
  const [command = 'true', ...args] = request.command;
  try {
    const child = containment.spawn(command, args, {
      stdio: request.stdio ?? 'inherit',
      cwd: request.cwd ?? process.cwd(),
      env: { ...process.env, ...request.env },
    });
    result.pid = child.pid ?? -1;
    save();
    const [exitCode, signal] = await once(child, 'exit');
    result.exit = { exitCode, signal };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    result.spawnError = code;
  }
}

function shell(script: string | undefined): void {
  if (script === undefined) return;
  execFileSync('/bin/bash', ['-e', '-c', script], { env: { ...process.env, ...request.env }, stdio: 'inherit' });
}

try {
  await drive();
} catch (error) {
  result.failure = error instanceof Error ? error.message : String(error);
  result.failureKind = GuardError.is(error) ? error.kind : 'other';
}
save();
