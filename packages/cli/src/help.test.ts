import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Machine, makeMachine, mam } from './testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await mam(machine, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('every command has help with an example', async () => {
  const { stdout, status } = await mam(machine, ['--help']);
  expect(status).toBe(0);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: |\|)/gm)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'help');
  expect(commands).toEqual(expect.arrayContaining(['run', 'paths']));
  for (const command of commands) {
    const help = await mam(machine, [command, '--help']);
    expect(help.status).toBe(0);
    expect(help.stdout, command).toMatch(/Examples?:\n {2}.*\bmam /);
  }
});

test('no command at all prints help and is a usage error', async () => {
  const { status, stderr } = await mam(machine, []);
  expect(status).toBe(2);
  expect(stderr).toContain('Usage: mam');
});
