import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { register, registry } from './registry.mjs';

test('a job is registered where the binding says', () => {
  register('in-process', { prompt: 'hello', agent_session: 'herdr:fixture' });
  assert.ok(existsSync(join(registry(), 'in-process.json')));
});

test('a job is registered from the command line', () => {
  // The fault: a clean environment for the child loses the redirect, and the product falls back to the working directory.
  const job = JSON.stringify({ prompt: 'onboard the fixture agent', agent_session: 'herdr:fixture-creator' });
  execFileSync(process.execPath, [join(import.meta.dirname, 'registry.mjs'), 'register', 'from-cli', job], { env: {} });
});
