import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Binding } from './binding.ts';
import type { ControlPlane } from './resolve.ts';
import { tempDir } from './testing/temp-dir.ts';

/** The package as it is now, compiled: a child has no vitest to read TypeScript for it, and `dist` may be stale. */
let compiled: string;

beforeAll(() => {
  compiled = realpathSync(mkdtempSync(join(tmpdir(), 'mam-paths-built-')));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const config = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
  const result = spawnSync(process.execPath, [tsc, '-p', config, '--outDir', compiled], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`tsc failed: ${result.stdout}${result.stderr}`);
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}');
});

afterAll(() => rmSync(compiled, { recursive: true, force: true }));

interface Answer {
  plane: ControlPlane;
  registry: string;
  logs: string;
  binding: Binding;
}

/** What a real child process answers; `before` runs in it after the import and before the calls. */
function ask(options: { cwd: string; env?: Record<string, string>; before?: string }): Answer {
  const script = `
    import * as paths from ${JSON.stringify(pathToFileURL(join(compiled, 'index.js')).href)};
    ${options.before ?? ''}
    process.stdout.write(JSON.stringify({
      plane: paths.resolveControlPlane(), registry: paths.defaultRegistryDir(), logs: paths.defaultLogsDir(),
      binding: paths.readBinding(),
    }));`;
  const { PATH, HOME } = process.env;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env },
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout) as Answer;
}

function setUp(): { first: string; second: string } {
  const dir = tempDir();
  for (const name of ['first', 'second']) mkdirSync(join(dir, name));
  return { first: join(dir, 'first'), second: join(dir, 'second') };
}

test('two children of one parent, bound differently, resolve differently', () => {
  const { first, second } = setUp();
  const bound = ask({ cwd: first, env: { WORKSPACE_ROOT: second } });
  const other = ask({ cwd: first, env: { MAM_JOBS_DIR: join(first, 'plane/jobs'), WORKSPACE_ROOT: second } });
  expect(bound.registry).toBe(join(second, '.mam/jobs'));
  expect(bound.plane.auditLog.path).toBe(join(second, '.mam/delegate_job_logs'));
  expect(other.registry).toBe(join(first, 'plane/jobs'));
  expect(other.plane.auditLog.path).toBe(join(first, 'plane/delegate_job_logs'));
  expect(bound.binding).toEqual({ WORKSPACE_ROOT: second });
});

test('two children of one parent, in different directories, resolve differently', () => {
  const { first, second } = setUp();
  for (const cwd of [first, second]) {
    const { plane, registry, logs } = ask({ cwd });
    expect(plane.registry).toEqual({ path: join(cwd, '.mam/jobs'), source: 'cwd', passedOver: [] });
    expect(registry).toBe('.mam/jobs');
    expect(logs).toBe(join(cwd, '.mam/delegate_job_logs'));
  }
});

test('nothing is captured at import: a binding set afterwards counts', () => {
  const { first, second } = setUp();
  const before = `process.env.WORKSPACE_ROOT = ${JSON.stringify(second)};`;
  const { plane, registry, logs } = ask({ cwd: first, before });
  expect(plane.registry.path).toBe(join(second, '.mam/jobs'));
  expect([registry, logs]).toEqual([join(second, '.mam/jobs'), join(second, '.mam/delegate_job_logs')]);
});

test('nothing is captured at import: a binding dropped and a cwd changed afterwards count', () => {
  const { first, second } = setUp();
  const before = `delete process.env.MAM_JOBS_DIR; process.chdir(${JSON.stringify(second)});`;
  const { plane, registry, logs, binding } = ask({ cwd: first, env: { MAM_JOBS_DIR: '/live/jobs' }, before });
  expect(plane.registry).toEqual({ path: join(second, '.mam/jobs'), source: 'cwd', passedOver: [] });
  expect([registry, logs]).toEqual(['.mam/jobs', join(second, '.mam/delegate_job_logs')]);
  expect(binding).toEqual({});
});

test('a working directory that is gone matters only where a path depends on it', () => {
  const { first } = setUp();
  // Node remembers the working directory until the next chdir.
  const gone = "import fs from 'node:fs'; fs.mkdirSync('x'); process.chdir('x'); fs.rmdirSync('../x');";
  const env = { MAM_JOBS_DIR: '/p/jobs', AGENT_SESSIONS_YAML: '/p/sessions.yaml' };
  expect(ask({ cwd: first, env, before: gone }).plane.auditLog.path).toBe('/p/delegate_job_logs');
  expect(() => ask({ cwd: first, before: gone })).toThrow(
    'The working directory no longer exists: change to one that does, or pass `cwd`.',
  );
});
