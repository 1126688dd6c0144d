import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { likelyRoute, type RouteOptions } from './likely-route.ts';

const routeTo = (path: string, options: RouteOptions) => likelyRoute({ path }, options);

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
    ['command:sessions#x', 'what sessions prints is kept by a program, not in a watched file'],
    ['tmux:main', null],
    ['process:agentd', 'the command started it, and did not end it'],
  ] as const)('to %s is %j', ([path, route]) => {
    expect(routeTo(path, LIVE)).toBe(route);
  });

  it('names the rule too, when that leads there as well', () => {
    const here = { ...LIVE, cwd: '/live', repoRoot: '/live' };
    expect(routeTo('/live/.mam/jobs/j.json', here)).toBe('MAM_JOBS_DIR, or the cwd rule');
    expect(routeTo('/live/.mam/jobs/j.json', { ...LIVE, repoRoot: '/live' })).toBe(
      "MAM_JOBS_DIR, or the checkout's own .mam",
    );
  });

  it('of a log follows the registry', () => {
    const recorded = { MAM_JOBS_DIR: '/pool/tasks' };
    expect(routeTo('/pool/delegate_job_logs/j', { ...LIVE, recorded })).toBe('MAM_JOBS_DIR (the audit log beside it)');
    const both = { ...recorded, DELEGATE_JOB_LOGS_DIR: '/other/logs' };
    expect(routeTo('/pool/delegate_job_logs/j', { ...LIVE, recorded: both })).toBe(
      'MAM_JOBS_DIR (what lies beside it)',
    );
    expect(routeTo('/other/jobs/j.json', { ...LIVE, recorded: both })).toBe(
      'DELEGATE_JOB_LOGS_DIR (what lies beside it)',
    );
    expect(routeTo('/pool/elsewhere', { ...LIVE, recorded: both })).toBeNull();
  });

  it('comes from values that are relative, and none from those that are empty', () => {
    const recorded = { WORKSPACE_ROOT: '../live', MAM_JOBS_DIR: '' };
    expect(routeTo('/live/.mam/jobs/j.json', { ...LIVE, cwd: '/repo', recorded })).toBe('WORKSPACE_ROOT');
    expect(routeTo('/repo/.mam/jobs/j.json', { ...LIVE, cwd: '/elsewhere', recorded })).toBe("the checkout's own .mam");
  });

  it('is found by the real path and by the spelling that was given', () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, 'real/deep/.mam'), { recursive: true });
    symlinkSync('real/deep', join(top, 'link'));
    const options = { ...LIVE, recorded: { WORKSPACE_ROOT: join(top, 'link') } };
    expect(routeTo(join(top, 'real/deep/.mam/x'), options)).toBe('WORKSPACE_ROOT');
    expect(routeTo(join(top, 'link/.mam/x'), options)).toBe('WORKSPACE_ROOT');
    const upwards = { ...LIVE, recorded: { WORKSPACE_ROOT: `${top}/link/..` } };
    expect(routeTo(join(top, 'real/.mam/x'), upwards)).toBe('WORKSPACE_ROOT');
  });

  it.for([
    ['/home/u/.agent/profiles/x', 'AG_HOME or AG_ROOT'],
    ['/home/u/.agent', 'AG_HOME or AG_ROOT'],
    ['/home/u/.agent2/x', 'HOME'],
    ['/home/u/work/x', 'the working directory'],
    ['/live/.mam/jobs/j.json', 'WORKSPACE_ROOT'],
    ['/home/u/work/.mam/jobs/j.json', 'the cwd rule'],
    ['/var/lib/x', 'an absolute path, to which no variable leads'],
  ] as const)('to %s in an environment is %j', ([path, route]) => {
    const environment = {
      HOME: '/home/u',
      AG_ROOT: '/home/u/.agent/',
      AG_HOME: '/home/u/.agent',
      AG_NAME: 'x',
      AG_OTHER: '',
      PWD: '/home/u/.agent/profiles',
      SLASH: '/',
      WORK: '/home/u/work',
    };
    const recorded = { WORKSPACE_ROOT: '/live' };
    expect(routeTo(path, { recorded, cwd: '/home/u/work', repoRoot: '/home/u/work', environment })).toBe(route);
  });

  it.for([
    ['/run/live.sock', { TMUX: '/run/live.sock,123,0' }, 'TMUX'],
    ['/run/live.sock', { TMUX: '/run/other.sock,123,0' }, 'the tmux socket /run/live.sock'],
    ['/run/t/tmux-7/default', { TMUX_TMPDIR: '/run/t' }, 'TMUX_TMPDIR'],
    ['/tmp/tmux-7/default', {}, 'the default tmux server'],
  ] as const)('to a tmux server at %s with %j is %j', ([socket, environment, route]) => {
    expect(likelyRoute({ path: 'tmux:main', detail: { socket } }, { ...LIVE, environment })).toBe(route);
  });
});
