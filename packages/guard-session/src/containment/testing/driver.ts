import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { GuardError } from '../../guard-error.ts';
import { type Containment, openContainment } from '../containment.ts';
import { planContainment } from '../plan/plan.ts';
import { probeContainment } from '../probe/probe.ts';
import { listTree, readTree } from './read-tree.ts';
import type { DriverRequest, DriverResult, Exit } from './request.ts';

/*
 * A guard in a process of its own, so that tests can run it as another user, inside another root, on a terminal, and kill
 * it. The request is the JSON in the first argument; the results are lines of JSON in the file that it names.
 */

const request: DriverRequest = JSON.parse(process.argv[2] ?? '');
const result: DriverResult = { stat: readFileSync('/proc/self/stat', 'latin1') };

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
  const known = new Set(livePaths.flatMap(listTree));
  const layerOptions = request.baseline ? { wasThere: (path: string) => known.has(path) } : {};
  try {
    await Promise.all([run(containment), meanwhile(request.meanwhile)]);
    result.layer = containment.readLayer(layerOptions);
    shell(request.afterwards);
    if (request.environmentOf) result.environment = environmentOf(readFileSync(request.environmentOf, 'utf8').trim());
    if (request.keepCaptured) result.kept = containment.keepCaptured(request.keepCaptured);
    result.names = (request.namesIn ?? []).map((path) => containment.namesInLayer(path));
    result.views = (request.viewIn ?? []).map((path) => containment.viewPath(path));
    if (request.hold) {
      save();
      await once(createInterface({ input: process.stdin }), 'line');
      result.layer = containment.readLayer(layerOptions);
    }
  } finally {
    await containment.release();
  }
  result.live = { before, after: livePaths.map(readTree) };
}

async function run(containment: Containment): Promise<void> {
  const outcome = await outcomeOf(containment, request.command);
  if (typeof outcome === 'string') result.spawnError = outcome;
  else result.exit = outcome;
  result.outcomes = [];
  for (const command of request.more ?? []) result.outcomes.push(await outcomeOf(containment, command));
}

async function outcomeOf(containment: Containment, [command = 'true', ...args]: string[]): Promise<Exit | string> {
  try {
    const child = containment.spawn(command, args, {
      stdio: request.stdio ?? 'inherit',
      cwd: request.cwd ?? process.cwd(),
      env: { ...process.env, ...request.env },
    });
    result.pid ??= child.pid ?? -1;
    save();
    const [exitCode, signal] = await once(child, 'exit');
    return { exitCode, signal };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
}

async function meanwhile(script: string | undefined): Promise<void> {
  if (script === undefined) return;
  const env = { ...process.env, ...request.env };
  await once(spawn('/bin/bash', ['-e', '-c', script], { env, stdio: 'inherit' }), 'exit');
}

function environmentOf(pid: string): string {
  return readFileSync(`/proc/${pid}/environ`, 'latin1');
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
