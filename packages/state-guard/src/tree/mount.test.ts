import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { isRoot, tempDir } from './testing/temp-tree.ts';

const UNSHARE = isRoot ? ['-m'] : ['-Urm'];

/** Whether this machine lets us mount in a namespace of our own. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.skipIf(!canMount)(
  'a file system that comes or goes is not covered, and no storm of removals (needs mount namespaces)',
  () => {
    const directory = tempDir();
    const script = join(directory, 'scenarios.mjs');
    buildSync({
      entryPoints: [new URL('testing/mount-scenarios.ts', import.meta.url).pathname],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const output = execFileSync('unshare', [...UNSHARE, process.execPath, script, directory], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({
      'nothing happens to a mount': { told: ['added 1/d/new'], notCovered: [] },
      'a mount below goes away': { told: [], notCovered: ['2/d'] },
      'a mount below goes away with its directory': { told: ['removed 3/d'], notCovered: ['3/d'] },
      'a mount hides a directory': { told: [], notCovered: ['4/d'] },
      'the root is unmounted': { told: [], notCovered: ['5'] },
      'the root is mounted over': { told: [], notCovered: ['6'] },
      'what holds the root is unmounted': { told: [], notCovered: ['7/holder/root'] },
    });
  },
);
