import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { sessionsFiles } from './sessions-files.ts';
import { stateDirs } from './state-dirs.ts';
import { watchRoots } from './watch-roots.ts';

describe('the same place under two spellings is watched once, under the first', () => {
  it('when a link leads to it', () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, 'repo/.mam/jobs'), { recursive: true });
    mkdirSync(join(top, 'live'));
    symlinkSync('../repo/.mam', join(top, 'live/.mam'));
    mkdirSync(join(top, 'pool'));
    symlinkSync('../../pool', join(top, 'repo/.mam/delegate_job_logs'));
    const recorded = {
      WORKSPACE_ROOT: join(top, 'live'),
      MAM_JOBS_DIR: join(top, 'live/.mam/jobs'),
      DELEGATE_JOB_LOGS_DIR: join(top, 'pool'),
      AGENT_SESSIONS_YAML: join(top, 'live/.mam/../.mam/agent-sessions.yaml'),
    };
    const roots = watchRoots(join(top, 'repo'), recorded);
    // The parent of the recorded log is a root of its own.
    expect(roots).toEqual([join(top, 'repo/.mam'), top]);
    const [root = ''] = roots;
    expect(stateDirs([root], recorded)).toEqual({
      registries: [join(root, 'jobs')],
      auditLogs: [join(root, 'delegate_job_logs')],
    });
    expect(sessionsFiles([root], recorded)).toEqual([join(root, 'agent-sessions.yaml')]);
  });

  // A container may give the namespace and not the mount.
  const canMount = spawnSync('unshare', ['-m', 'mount', '--bind', '/', '/mnt']).status === 0;
  it.skipIf(!canMount)('when it is mounted twice, which no path tells (needs Linux and the right to mount)', () => {
    const top = temporaryDirectory();
    for (const path of ['repo/.mam/jobs', 'live/.mam', 'pool']) mkdirSync(join(top, path), { recursive: true });
    const outfile = join(top, 'roots.mjs');
    const contents = `export { watchRoots } from './watch-roots.ts'; export { stateDirs } from './state-dirs.ts';`;
    const resolveDir = fileURLToPath(new URL('.', import.meta.url));
    buildSync({ stdin: { contents, resolveDir }, outfile, bundle: true, platform: 'node', format: 'esm' });
    const script = `import('./roots.mjs').then(({ watchRoots, stateDirs }) => {
      const recorded = { WORKSPACE_ROOT: 'live', MAM_JOBS_DIR: 'pool' };
      const roots = watchRoots('repo', recorded);
      console.log(JSON.stringify([roots, stateDirs(roots, recorded).registries]));
    })`;
    const mounts = 'mount --bind repo/.mam live/.mam && mount --bind repo/.mam/jobs pool';
    const printed = execFileSync(
      'unshare',
      ['-m', 'sh', '-c', `${mounts} && exec "$0" -e "$1"`, process.execPath, script],
      {
        cwd: top,
        encoding: 'utf8',
      },
    );
    const [roots, registries] = JSON.parse(printed);
    expect(roots).toEqual([join(top, 'repo/.mam'), top]);
    expect(registries).toEqual([join(top, 'repo/.mam/jobs'), join(top, 'jobs')]);
  });
});

describe('a recorded value that is relative', () => {
  it('is taken from the given working directory, or from that of the process', () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, 'live/.mam/jobs'), { recursive: true });
    const recorded = { WORKSPACE_ROOT: 'live', AGENT_SESSIONS_YAML: 'names.yaml' };
    expect(watchRoots('repo', recorded, { cwd: top })).toEqual([join(top, 'repo/.mam'), join(top, 'live/.mam')]);
    expect(sessionsFiles([], recorded, { cwd: top })).toEqual([join(top, 'names.yaml')]);
    expect(sessionsFiles([], recorded)).toEqual([join(process.cwd(), 'names.yaml')]);
    expect(watchRoots('repo', {})).toEqual([join(process.cwd(), 'repo/.mam')]);
  });
});
