import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { likelyRoute, type RouteOptions } from './likely-route.ts';

const LIVE: RouteOptions = {
  recorded: {
    WORKSPACE_ROOT: '/live',
    MAM_JOBS_DIR: '/live/.mam/jobs',
    DELEGATE_JOB_LOGS_DIR: '/live/.mam/delegate_job_logs',
    AGENT_SESSIONS_YAML: '/live/.mam/agent-sessions.yaml',
  },
  cwd: '/repo/sub',
  repoRoot: '/repo',
};

describe('the likely route', () => {
  it.for([
    ['/live/.mam/jobs/j.json', 'MAM_JOBS_DIR'],
    ['/live/.mam/delegate_job_logs/j', 'DELEGATE_JOB_LOGS_DIR'],
    ['/live/.mam/agent-sessions.yaml#planner', 'AGENT_SESSIONS_YAML'],
    ['/live/.mam/agent-sessions.yaml', 'AGENT_SESSIONS_YAML'],
    ['/live/.mam/other', 'WORKSPACE_ROOT'],
    ['/live/notes.md', 'WORKSPACE_ROOT'],
    ['/live', 'WORKSPACE_ROOT'],
    ['/live2/.mam/jobs/j.json', null],
    ['/repo/sub/.mam/jobs/j.json', 'the cwd rule'],
    ['/repo/.mam/jobs/j.json', "the checkout's own .mam"],
    ['/repo/src/x', null],
    ['command:sessions#x', null],
    ['tmux:main', null],
    ['process:agentd', null],
  ] as const)('to %s is %j', ([path, route]) => {
    expect(likelyRoute(path, LIVE)).toBe(route);
  });

  it('names the rule too, when that leads there as well', () => {
    const here = { ...LIVE, cwd: '/live', repoRoot: '/live' };
    expect(likelyRoute('/live/.mam/jobs/j.json', here)).toBe('MAM_JOBS_DIR, or the cwd rule');
    expect(likelyRoute('/live/.mam/jobs/j.json', { ...LIVE, repoRoot: '/live' })).toBe(
      "MAM_JOBS_DIR, or the checkout's own .mam",
    );
  });

  it('of a log follows the registry', () => {
    const recorded = { MAM_JOBS_DIR: '/pool/tasks' };
    expect(likelyRoute('/pool/delegate_job_logs/j', { ...LIVE, recorded })).toBe(
      'MAM_JOBS_DIR (the audit log beside it)',
    );
    const both = { ...recorded, DELEGATE_JOB_LOGS_DIR: '/other/logs' };
    expect(likelyRoute('/pool/delegate_job_logs/j', { ...LIVE, recorded: both })).toBe(
      'MAM_JOBS_DIR (what lies beside it)',
    );
    expect(likelyRoute('/other/jobs/j.json', { ...LIVE, recorded: both })).toBe(
      'DELEGATE_JOB_LOGS_DIR (what lies beside it)',
    );
    expect(likelyRoute('/pool/elsewhere', { ...LIVE, recorded: both })).toBeNull();
  });

  it('comes from values that are relative, and none from those that are empty', () => {
    const recorded = { WORKSPACE_ROOT: '../live', MAM_JOBS_DIR: '' };
    expect(likelyRoute('/live/.mam/jobs/j.json', { ...LIVE, cwd: '/repo', recorded })).toBe('WORKSPACE_ROOT');
    expect(likelyRoute('/repo/.mam/jobs/j.json', { ...LIVE, cwd: '/elsewhere', recorded })).toBe(
      "the checkout's own .mam",
    );
  });

  it('is found by the real path and by the spelling that was given', () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, 'real/deep/.mam'), { recursive: true });
    symlinkSync('real/deep', join(top, 'link'));
    const options = { ...LIVE, recorded: { WORKSPACE_ROOT: join(top, 'link') } };
    expect(likelyRoute(join(top, 'real/deep/.mam/x'), options)).toBe('WORKSPACE_ROOT');
    expect(likelyRoute(join(top, 'link/.mam/x'), options)).toBe('WORKSPACE_ROOT');
    const upwards = { ...LIVE, recorded: { WORKSPACE_ROOT: `${top}/link/..` } };
    expect(likelyRoute(join(top, 'real/.mam/x'), upwards)).toBe('WORKSPACE_ROOT');
  });
});
