import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addProgram, makeWorkspace, type Workspace } from '../testing/workspace.ts';
import { findProgram } from './find-program.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

test('the first executable file on the PATH is found, links too', () => {
  const first = join(workspace.dir, 'first');
  mkdirSync(join(first, 'claude'), { recursive: true });
  const path = addProgram(workspace, 'claude', '');
  symlinkSync('claude', join(workspace.bin, 'linked'));
  const env = { PATH: `${first}:/nonexistent-mam::.:${workspace.bin}` };
  expect(findProgram('claude', env)).toBe(path);
  expect(findProgram('linked', env)).toBe(join(workspace.bin, 'linked'));
  chmodSync(path, 0o644);
  expect(findProgram('claude', env)).toBe(null);
  expect(findProgram('claude', {})).toBe(null);
});

test('the working directory is never searched', () => {
  addProgram(workspace, 'claude', '');
  expect(findProgram('claude', { PATH: join('..', '..', '..', '..', workspace.bin) })).toBe(null);
});
