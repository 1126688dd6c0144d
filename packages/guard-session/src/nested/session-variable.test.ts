import { expect, test } from 'vitest';
import { GuardError } from '../guard-error.ts';
import { encodeSession, readOuterSession } from './session-variable.ts';

test('what one session writes, the next one reads', () => {
  const session = { ids: ['a'], recorded: { MAM_JOBS_DIR: '/j' }, pinned: {}, roots: ['/r'] };
  expect(readOuterSession({ MAM_GUARD_SESSION: encodeSession(session) })).toEqual(session);
});

test.each([undefined, ''])('%j is no session', (value) => {
  expect(readOuterSession({ MAM_GUARD_SESSION: value })).toBeNull();
});

test.each([
  'x',
  '[]',
  'null',
  '{"version":2,"ids":[],"recorded":{},"pinned":{},"roots":[]}',
  '{"version":1,"ids":[1],"recorded":{},"pinned":{},"roots":[]}',
  '{"version":1,"ids":[],"recorded":{"OTHER":"x"},"pinned":{},"roots":[]}',
  '{"version":1,"ids":[],"recorded":{},"pinned":{}}',
])('%s is refused: to go on without it could leave a live root unwatched', (value) => {
  expect(() => readOuterSession({ MAM_GUARD_SESSION: value })).toThrow(GuardError);
  expect(() => readOuterSession({ MAM_GUARD_SESSION: value })).toThrow(/MAM_GUARD_SESSION holds no guard session/);
});
