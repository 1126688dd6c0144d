import { expect, test } from 'vitest';
import { readOuterSession } from '../nested/session-variable.ts';
import { commandEnvironment } from './command-environment.ts';

const session = { ids: ['a', 'b'], recorded: { WORKSPACE_ROOT: '/live' }, pinned: {}, roots: ['/live/.mam'] };

test('dropped variables are deleted, never blank', () => {
  const env = commandEnvironment({ ambient: { TMUX: 'x', PATH: '/bin' }, dropped: ['TMUX'], pinned: {}, session });
  expect('TMUX' in env).toBe(false);
  expect(env.PATH).toBe('/bin');
});

test('pinned variables replace what was dropped', () => {
  const pinned = { WORKSPACE_ROOT: '/sandbox' };
  const env = commandEnvironment({
    ambient: { WORKSPACE_ROOT: '/live' },
    dropped: ['WORKSPACE_ROOT'],
    pinned,
    session,
  });
  expect(env.WORKSPACE_ROOT).toBe('/sandbox');
});

test('the command carries the session and the marks file', () => {
  const env = commandEnvironment({ ambient: {}, dropped: [], pinned: {}, session, marksFile: '/marks' });
  expect(env.MAM_GUARD_MARKS).toBe('/marks');
  expect(readOuterSession(env)).toEqual(session);
});
