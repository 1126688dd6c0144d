import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Binding } from '@mam/registry-paths';
import type { Case, Expected, ExpectedLeak, Guard, Step, Vector } from './model.ts';

/** What a vector expects of the guard: what the seed said, but for the deliberate differences. */
export function expectedOf({ seed, ours }: Vector): Expected {
  const { roots, registries, auditLogs, sessionNames, leaks = [] } = seed;
  return { roots, registries, auditLogs, sessionNames, leaks, ...ours };
}

/** Makes a case's tree in a fresh directory, lets the guard look twice, and says what it found, with `$T` for the directory. */
export function runCase(guard: Guard, one: Case): Expected {
  const top = mkdtempSync(join(realpathSync(tmpdir()), 'mam-vector-'));
  try {
    return relative(watch(guard, one, top), top);
  } finally {
    rmSync(top, { recursive: true });
  }
}

function watch(guard: Guard, one: Case, top: string): Expected {
  const recorded: Binding = absolute(one.recorded, top);
  for (const step of one.before) apply(step, top);
  const cwd = join(top, one.cwd);
  const roots = guard.watchRoots(join(top, one.repo), recorded, { cwd });
  const dirs = guard.stateDirs(roots, recorded, { cwd });
  const baseline = JSON.parse(JSON.stringify(guard.takeSnapshot(roots, recorded, { cwd, rereadMs: 0 })));
  for (const step of one.during) apply(step, top);
  const files = roots.map((root) => join(root, 'agent-sessions.yaml'));
  const named = recorded.AGENT_SESSIONS_YAML;
  if (named) files.push(named.startsWith('/') ? named : join(cwd, named));
  // No vector is half written, so nothing is waited for.
  const leaks = guard.findLeaks(roots, baseline, recorded, { cwd, rereadMs: 0 });
  return {
    roots,
    ...dirs,
    sessionNames: files.map((file) => [...guard.sessionNames(file)].sort()),
    leaks: leaks.map(
      ({ path, reason, agentSession, prompt }): ExpectedLeak => [path, reason, agentSession, prompt ?? ''],
    ),
  };
}

function apply(step: Step, top: string): void {
  const path = join(top, step[1]);
  if (step[0] !== 'rm' && step[0] !== 'dir' && !existsSync(dirname(path)))
    mkdirSync(dirname(path), { recursive: true });
  switch (step[0]) {
    case 'dir':
      mkdirSync(path, { recursive: true });
      break;
    case 'file':
      writeFileSync(path, step[2].replaceAll('$T', top));
      break;
    case 'link':
      symlinkSync(step[2].replaceAll('$T', top), path);
      break;
    case 'move':
      renameSync(path, join(top, step[2]));
      break;
    case 'rm':
      rmSync(path, { recursive: true });
  }
}

function absolute<T>(value: T, top: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('$T', JSON.stringify(top).slice(1, -1)));
}

function relative<T>(value: T, top: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(top).slice(1, -1), '$T'));
}
