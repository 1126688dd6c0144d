import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asPlainUser } from '../testing/plain-user.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { takeSnapshot } from './snapshot.ts';

describe('takeSnapshot', () => {
  it('looks at registries, audit logs and sessions files, and is plain JSON', () => {
    const repo = temporaryDirectory();
    const root = join(repo, '.mam');
    mkdirSync(join(root, 'jobs'), { recursive: true });
    mkdirSync(join(root, 'delegate_job_logs/a'), { recursive: true });
    writeFileSync(join(root, 'jobs/a.json'), '{}');
    writeFileSync(join(root, 'jobs/a.tmp'), '');
    writeFileSync(join(root, 'agent-sessions.yaml'), 'l:\n- name: planner\n');
    const snapshot = takeSnapshot([root], { AGENT_SESSIONS_YAML: 'other.yaml' }, { cwd: repo });
    expect(snapshot.registries).toMatchObject([{ path: join(root, 'jobs'), state: 'listed', names: ['a.json'] }]);
    expect(snapshot.auditLogs).toMatchObject([
      { path: join(root, 'delegate_job_logs'), state: 'listed', names: ['a'] },
    ]);
    expect(snapshot.sessionsFiles).toMatchObject([
      { path: join(root, 'agent-sessions.yaml'), state: 'read', reason: null, names: ['planner'] },
      { path: join(repo, 'other.yaml'), state: 'missing', names: [] },
    ]);
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  it('reads nothing again that an earlier one proves unchanged, and else all', () => {
    const repo = temporaryDirectory();
    const roots = [join(repo, '.mam')];
    mkdirSync(join(repo, '.mam/jobs'), { recursive: true });
    writeFileSync(join(repo, '.mam/agent-sessions.yaml'), 'l:\n- name: planner\n');
    const first = takeSnapshot(roots, {});
    for (const look of [...first.registries, ...first.sessionsFiles]) if (look.stamp) look.stamp.lookedAt += 10_000;
    const [registry] = first.registries;
    registry?.names.push('proof.json');
    first.sessionsFiles[0]?.names.push('proof');
    const second = takeSnapshot(roots, {}, { earlier: first });
    expect(second.registries[0]?.names).toEqual(['proof.json']);
    expect(second.sessionsFiles[0]?.names).toEqual(['planner', 'proof']);
    expect(takeSnapshot(roots, {}).registries[0]?.names).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')(
  'what a plain user may not read (permissions are others on Windows)',
  () => {
    it('is not covered, and never counts as empty', async () => {
      const directory = temporaryDirectory();
      const found = await asPlainUser(
        directory,
        `const repo = process.cwd() + '/repo';
         const root = repo + '/.mam';
         fs.mkdirSync(root + '/jobs', { recursive: true });
         fs.mkdirSync(root + '/delegate_job_logs');
         fs.writeFileSync(root + '/agent-sessions.yaml', '');
         const before = guard.takeSnapshot([root], {});
         fs.chmodSync(root + '/jobs', 0);
         fs.chmodSync(root + '/agent-sessions.yaml', 0);
         fs.writeFileSync(root + '/delegate_job_logs/lost', '');
         const { notCovered, observations } = guard.observeRegistry([root], before, {});
         const atBaseline = guard.takeSnapshot([root], {});
         fs.chmodSync(root + '/jobs', 0o700);
         const later = guard.observeRegistry([root], atBaseline, {});
         fs.chmodSync(root, 0);
         const hidden = guard.observeRegistry([root], before, {});
         const roots = guard.watchRoots('/nowhere', { MAM_JOBS_DIR: root + '/jobs', WORKSPACE_ROOT: repo });
         fs.chmodSync(root, 0o700);
         const short = (list) => list.map(({ path, reason }) => [path.slice(repo.length), reason]);
         return {
           notCovered: short(notCovered),
           observed: observations.map(({ path }) => path.slice(repo.length)),
           later: short(later.notCovered),
           hidden: short(hidden.notCovered),
           hiddenObserved: hidden.observations.length,
           roots: roots.map((path) => path.replace(repo, '')),
         };`,
      );
      expect(found).toEqual({
        notCovered: [
          ['/.mam/jobs', 'EACCES'],
          ['/.mam/agent-sessions.yaml', 'EACCES'],
        ],
        observed: ['/.mam/delegate_job_logs/lost'],
        later: [
          ['/.mam/jobs', 'at the baseline: EACCES'],
          ['/.mam/agent-sessions.yaml', 'EACCES'],
        ],
        hidden: [
          ['/.mam/jobs', 'EACCES'],
          ['/.mam/delegate_job_logs', 'EACCES'],
          ['/.mam/agent-sessions.yaml', 'EACCES'],
        ],
        hiddenObserved: 0,
        roots: ['/nowhere/.mam', '/.mam'],
      });
    });
  },
);
