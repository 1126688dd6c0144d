import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentLines } from './environment-lines.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-env-')));
  mkdirSync(join(dir, 'checkout/.git'), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lines = (env: Record<string, string>, dropEnv: string[] = []) =>
  environmentLines({ cwd: join(dir, 'checkout'), env: { HOME: dir, TMPDIR: dir, ...env }, dropEnv });

test('a name that no shell can unset is said, and what is in it is not run', () => {
  const proof = join(dir, 'ran');
  const odd = [`AG_; touch ${proof}`, `AG_\ntouch ${proof}`, 'AG_%%'];
  const script = lines(Object.fromEntries(['AG_HOME', ...odd].map((name) => [name, 'x'])), ['AG_*']);
  expect(script).toContain('unset AG_HOME');
  for (const name of odd) expect(script).toContain(`# ${JSON.stringify(name)} stays: no shell can unset it`);
  const text = `AG_HOME=x\neval "$SCRIPT"; echo "\${AG_HOME-unset}"`;
  expect(execFileSync('sh', ['-ec', text], { env: { SCRIPT: script.join('\n') }, encoding: 'utf8' })).toBe('unset\n');
  expect(existsSync(proof)).toBe(false);
});

test('the marks file of a session around is kept, so that its verdict knows the tests', () => {
  const marks = join(dir, 'marks.jsonl');
  writeFileSync(marks, '');
  expect(lines({ MAM_GUARD_MARKS: marks })).toContain(`export MAM_GUARD_MARKS='${marks}'`);
  expect(lines({ MAM_GUARD_MARKS: join(dir, 'gone') }).at(-1)).toMatch(/^export MAM_GUARD_SESSION=/);
  expect(lines({}).find((line) => line.startsWith('export MAM_GUARD_MARKS='))).toMatch(/\/mam-\w+\/marks\.jsonl'$/);
});
