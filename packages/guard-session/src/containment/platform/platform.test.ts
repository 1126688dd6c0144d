import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlatformFacts } from './facts.ts';
import { findTool } from './find-tool.ts';
import { needsUserXattr } from './namespace-kind.ts';
import { findTools } from './tools.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'mam-platform-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

const facts = (uidMap: string): PlatformFacts => ({
  platform: 'linux',
  release: '6.8.0',
  uid: 0,
  gid: 0,
  tool: (name) => `/sbin/${name}`,
  read: (path) => (path === '/proc/self/uid_map' ? uidMap : null),
});

describe('findTool', () => {
  test('takes the system before the PATH, and nothing that cannot be run', () => {
    for (const name of ['sh', 'mam-tool', 'mam-text']) writeFileSync(join(base, name), '#!/bin/sh\n');
    for (const name of ['sh', 'mam-tool']) chmodSync(join(base, name), 0o755);
    mkdirSync(join(base, 'mam-directory'));
    vi.stubEnv('PATH', `${base}:relative`);
    expect(findTool('sh')).not.toBe(join(base, 'sh'));
    expect(findTool('mam-tool')).toBe(join(base, 'mam-tool'));
    expect(findTool('mam-directory')).toBeNull();
    expect(findTool('mam-text')).toBeNull();
  });
});

describe('findTools', () => {
  test('tells tools of BusyBox from those of util-linux', () => {
    const found = findTools(facts(''), 'contain', 'root', (path) => (path.endsWith('nsenter') ? 'busybox' : 'unshare'));
    expect(found).toEqual({ missing: [], foreign: ['nsenter'] });
  });

  test('a link to BusyBox is BusyBox', () => {
    const found = findTools({ ...facts(''), tool: (name) => join(base, name) }, 'contain', 'root');
    expect(found).toMatchObject({ tools: { setpriv: null } });
  });
});

describe('needsUserXattr', () => {
  test('but in the first user namespace as root', () => {
    expect(needsUserXattr(facts('         0          0 4294967295\n'), 'root')).toBe(false);
    expect(needsUserXattr(facts('         0       1000          1\n'), 'root')).toBe(true);
    expect(needsUserXattr(facts('         0          0 4294967295\n'), 'user-namespace')).toBe(true);
  });
});
