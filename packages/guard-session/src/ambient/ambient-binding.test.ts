import { describe, expect, test } from 'vitest';
import { GuardError } from '../guard-error.ts';
import type { OuterSession } from '../nested/session-variable.ts';
import { recordAmbient } from './ambient-binding.ts';

const LIVE = {
  WORKSPACE_ROOT: '/live',
  AGENT_SESSIONS_YAML: '/live/.mam/agent-sessions.yaml',
  MAM_JOBS_DIR: '/live/.mam/jobs',
  DELEGATE_JOB_LOGS_DIR: '/live/.mam/delegate_job_logs',
};

describe('recordAmbient', () => {
  test('records the four variables and drops them', () => {
    const { recorded, dropped } = recordAmbient({ ...LIVE, PATH: '/bin' }, null);
    expect(recorded).toEqual(LIVE);
    expect(dropped).toEqual(Object.keys(LIVE).sort());
  });

  test('drops the routing variables of herdr and tmux, and keeps the settings', () => {
    const env = {
      HERDR_SOCKET_PATH: '/s',
      HERDR_PANE_ID: 'w1:p1',
      HERDR_LOG: 'debug',
      TMUX: '/t,1,0',
      TMUX_PANE: '%1',
    };
    expect(recordAmbient(env, null).dropped).toEqual(['HERDR_PANE_ID', 'HERDR_SOCKET_PATH', 'TMUX', 'TMUX_PANE']);
  });

  test('an empty variable is recorded as empty and dropped', () => {
    const { recorded, dropped } = recordAmbient({ MAM_JOBS_DIR: '' }, null);
    expect(recorded).toEqual({ MAM_JOBS_DIR: '' });
    expect(dropped).toEqual(['MAM_JOBS_DIR']);
  });

  test('drops what a name or a prefix adds, only what is set', () => {
    const env = { AG_HOME: '/x', AG_ROOT: '/y', AGENT: 'z', GIT_DIR: '/g' };
    expect(recordAmbient(env, null, { dropEnv: ['AG_*', 'GIT_DIR', 'ABSENT'] }).dropped).toEqual([
      'AG_HOME',
      'AG_ROOT',
      'GIT_DIR',
    ]);
  });

  test('keeps what the user keeps, whatever else names it', () => {
    const env = { ...LIVE, AG_HOME: '/x' };
    const { dropped } = recordAmbient(env, null, { dropEnv: ['AG_*'], keepEnv: ['AG_HOME', 'WORKSPACE_ROOT'] });
    expect(dropped).not.toContain('AG_HOME');
    expect(dropped).not.toContain('WORKSPACE_ROOT');
  });

  test('keeps a family by its prefix', () => {
    const env = { AG_HOME: '/x', AG_ROOT: '/y' };
    expect(recordAmbient(env, null, { dropEnv: ['AG_*'], keepEnv: ['AG_*'] }).dropped).toEqual([]);
  });

  test("never drops the guard's own variables", () => {
    const env = { MAM_GUARD_SESSION: 'x', MAM_GUARD_MARKS: '/m', MAM_OTHER: '1' };
    expect(recordAmbient(env, null, { dropEnv: ['MAM_*'] }).dropped).toEqual(['MAM_OTHER']);
  });

  test.each(['*', 'A*B', 'A-B', '', '1X', 'A=1'])('refuses the pattern %j in a sentence', (pattern) => {
    expect(() => recordAmbient({}, null, { dropEnv: [pattern] })).toThrow(GuardError);
    expect(() => recordAmbient({}, null, { dropEnv: [pattern] })).toThrow(/names no variable; give a name/);
  });
});

describe('recordAmbient in a nested session', () => {
  const outer: OuterSession = {
    ids: ['a'],
    recorded: LIVE,
    pinned: { WORKSPACE_ROOT: '/sandbox', MAM_JOBS_DIR: '/sandbox/.mam/jobs' },
    roots: ['/live/.mam'],
  };

  test('what counts is what the outer session recorded, not its sandbox', () => {
    const env = { WORKSPACE_ROOT: '/sandbox', MAM_JOBS_DIR: '/sandbox/.mam/jobs' };
    const { recorded, dropped } = recordAmbient(env, outer);
    expect(recorded).toEqual(LIVE);
    expect(dropped).toEqual(['MAM_JOBS_DIR', 'WORKSPACE_ROOT']);
  });

  test('a variable that was set again on the way in is recorded as found', () => {
    const { recorded } = recordAmbient({ WORKSPACE_ROOT: '/other' }, outer);
    expect(recorded).toEqual({ ...LIVE, WORKSPACE_ROOT: '/other' });
  });
});
