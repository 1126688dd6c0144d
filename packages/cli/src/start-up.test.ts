import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Machine, makeMachine, mam } from './testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

/** The modules of the bundle that were evaluated: each is a function that bears its path. */
async function modulesOf(args: string[]): Promise<string[]> {
  const directory = join(machine.dir, `coverage-${args.join('-').replaceAll('/', '')}`);
  mkdirSync(directory);
  const env = { ...machine.env, NODE_V8_COVERAGE: directory };
  expect((await mam(machine, args, { env })).status).toBe(0);
  return readdirSync(directory).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as Coverage;
    const functions = result.filter(({ url }) => url.endsWith('/dist/mam.js')).flatMap((script) => script.functions);
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return called.map(({ functionName }) => functionName).filter((path) => path.includes('/'));
  });
}

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

const FOR_CONFIGURATION = /\/yaml\/dist\/|guard-session\/dist\/config\/(?!find\.js)/;

test('a run without a configuration loads no library for one', async () => {
  const modules = await modulesOf(['run', '--', 'true']);
  expect(modules).toContain('../guard-session/dist/config/find.js');
  expect(modules.filter((path) => FOR_CONFIGURATION.test(path))).toEqual([]);
});

test('a run with one does', async () => {
  writeFileSync(join(machine.checkout, 'mam.config.yaml'), '{}');
  const modules = await modulesOf(['run', '--', 'true']);
  expect(modules.filter((path) => FOR_CONFIGURATION.test(path))).not.toEqual([]);
});

test('help loads no report and no library', async () => {
  const modules = await modulesOf(['--help']);
  expect(modules.filter((path) => /valibot|\/yaml\/|report\/dist/.test(path))).toEqual([]);
});
