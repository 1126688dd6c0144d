import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, workspacePackages } from './workspace.ts';

const run = promisify(execFile);
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

describe.each(
  workspacePackages()
    .filter(({ manifest }) => !manifest.private)
    .map(({ manifest, folder }) => [manifest.name, folder] as const),
)('%s as it is packed', (_name, folder) => {
  let directory: string;
  let tarball: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'mam-packed-'));
    await run('pnpm', ['pack', '--pack-destination', directory], { cwd: join(ROOT, folder) });
    tarball = join(directory, readdirSync(directory).find((file) => file.endsWith('.tgz')) ?? 'none');
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('passes publint --strict', async () => {
    const { stdout } = await run(bin('publint'), ['run', tarball, '--strict']);
    expect(stdout).toContain('All good!');
  });

  test('passes attw --profile esm-only', async () => {
    // Its exit status is 1 for any problem but those that the profile leaves out: old resolutions know no sub-paths.
    const { stdout } = await run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji']);
    expect(stdout).toContain('node16 (from ESM)');
  });

  test('holds no test and no source', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    expect(stdout.split('\n').filter((file) => /\.test\.|\/src\/|\/testing\//.test(file))).toEqual([]);
  });
});
