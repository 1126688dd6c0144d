import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';

const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
const source = fileURLToPath(new URL('session-names.ts', import.meta.url));

/** Builds the reader into one file, and lets a fresh process read a file that needs no library, then one that does. */
async function readingTwice(directory: string, bundle: Parameters<typeof build>[0]): Promise<unknown> {
  const [outfile, main] = [join(directory, 'reader.mjs'), join(directory, 'main.mjs')];
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', ...bundle });
  writeFileSync(join(directory, 'plain.yaml'), 'l:\n- name: a\n');
  writeFileSync(join(directory, 'flow.yaml'), 'l: [{name: b}]\n');
  writeFileSync(
    main,
    `import { createRequire } from 'node:module';
     import { sessionNames } from './reader.mjs';
     const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => /yaml.dist/.test(path));
     const plain = [...sessionNames('plain.yaml')];
     const before = loaded();
     console.log(JSON.stringify({ plain, before, flow: [...sessionNames('flow.yaml')], after: loaded() }));`,
  );
  return JSON.parse(execFileSync(process.execPath, [main], { cwd: directory, encoding: 'utf8' }));
}

it('is loaded when a file first needs it, not before', async () => {
  // Below the package, so that the library is found from there.
  const directory = fileURLToPath(new URL(`../../node_modules/.cache/lazy-${process.pid}`, import.meta.url));
  mkdirSync(directory, { recursive: true });
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const seen = await readingTwice(directory, { external: ['yaml'] });
  expect(seen).toEqual({ plain: ['a'], before: false, flow: ['b'], after: true });
});

it('goes into a bundle, so that one file is enough', async () => {
  const seen = await readingTwice(temporaryDirectory(), { banner: { js: REQUIRE } });
  expect(seen).toEqual({ plain: ['a'], before: false, flow: ['b'], after: false });
});

it('that cannot be loaded is said, and the names in plain sight still count', async () => {
  const broken = { external: ['yaml'], banner: { js: REQUIRE } };
  const directory = temporaryDirectory();
  const outfile = join(directory, 'reader.mjs');
  const entry = fileURLToPath(new URL('read-sessions.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', ...broken });
  writeFileSync(join(directory, 'mixed.yaml'), 'l:\n- name: a\nm: [{name: b}]\n');
  const script = `import('./reader.mjs').then(({ readSessions }) => {
    const { names, problem } = readSessions('mixed.yaml');
    console.log(JSON.stringify({ names: [...names], problem }));
  })`;
  // pnpm's launchers name the workspace's packages there.
  const { NODE_PATH: _packages, ...env } = process.env;
  const printed = execFileSync(process.execPath, ['-e', script], { cwd: directory, encoding: 'utf8', env });
  expect(JSON.parse(printed)).toEqual({
    names: ['a'],
    problem: expect.stringMatching(/^it cannot be read as YAML: Cannot find module 'yaml'; only the names/),
  });
});
