import { expect, test } from 'vitest';
import { BINDING_VARIABLES, readBinding } from './binding.ts';

test('the binding is four variables, in the order in which they are recorded', () => {
  expect(BINDING_VARIABLES).toEqual(['WORKSPACE_ROOT', 'AGENT_SESSIONS_YAML', 'MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR']);
});

test('a binding has what is set, empty values included, and nothing else', () => {
  expect(readBinding({ WORKSPACE_ROOT: '/live', MAM_JOBS_DIR: '', HOME: '/root' })).toEqual({
    WORKSPACE_ROOT: '/live',
    MAM_JOBS_DIR: '',
  });
});

test('a variable that is not set is absent, not undefined', () => {
  expect(Object.keys(readBinding({ AGENT_SESSIONS_YAML: undefined }))).toEqual([]);
});
