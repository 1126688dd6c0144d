import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorkspace, treeOf, type Workspace } from '../testing/workspace.ts';
import type { SessionsDocument } from './document.ts';
import { readSessionsFile } from './read.ts';
import { updateSessionsFile } from './update.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

const add = (name: string) => (sessions: SessionsDocument) => sessions.add('herdr_sessions', { name });
const names = () => readSessionsFile(workspace.sessionsFile).sessions.map(({ name }) => name);

test('a file that is not there is made private, and no lock or temporary stays', async () => {
  expect(readSessionsFile(workspace.sessionsFile)).toEqual({
    path: workspace.sessionsFile,
    exists: false,
    sessions: [],
  });
  await updateSessionsFile(workspace.sessionsFile, add('a'));
  expect(treeOf(workspace.root)).toEqual({
    '.mam': '<dir>',
    '.mam/agent-sessions.yaml': 'herdr_sessions:\n- name: a\n',
  });
  expect((statSync(workspace.sessionsFile).mode & 0o777).toString(8)).toBe('600');
  expect((statSync(workspace.plane).mode & 0o777).toString(8)).toBe('700');
});

test('a file that is there keeps its mode', async () => {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, '');
  chmodSync(workspace.sessionsFile, 0o640);
  await updateSessionsFile(workspace.sessionsFile, add('a'));
  expect((statSync(workspace.sessionsFile).mode & 0o777).toString(8)).toBe('640');
});

test.runIf(process.getuid?.() === 0)('a file of another user stays theirs (as root)', async () => {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, '');
  execFileSync('chown', ['65534:65534', workspace.sessionsFile]);
  await updateSessionsFile(workspace.sessionsFile, add('a'));
  expect(statSync(workspace.sessionsFile)).toMatchObject({ uid: 65534, gid: 65534 });
});

test('a link stays a link, and the file behind it is written; a dangling one is made good', async () => {
  const real = join(workspace.dir, 'real.yaml');
  mkdirSync(workspace.plane);
  symlinkSync('../../real.yaml', workspace.sessionsFile);
  await updateSessionsFile(workspace.sessionsFile, add('a'));
  await updateSessionsFile(workspace.sessionsFile, add('b'));
  expect(readlinkSync(workspace.sessionsFile)).toBe('../../real.yaml');
  expect(lstatSync(real).isFile()).toBe(true);
  expect(names()).toEqual(['a', 'b']);
  expect(readdirSync(workspace.plane)).toEqual(['agent-sessions.yaml']);
});

test('two spellings of one file exclude each other', async () => {
  const link = join(workspace.dir, 'link.yaml');
  symlinkSync(workspace.sessionsFile, link);
  const paths = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? link : workspace.sessionsFile));
  await Promise.all(paths.map((path, index) => updateSessionsFile(path, add(`s${index}`))));
  expect(names().sort()).toEqual(paths.map((_, index) => `s${index}`));
});

test.each([
  ['not YAML', 'herdr_sessions: [', 'Flow sequence'],
  ['no map', '- name: a\n', 'top level is not a map'],
  ['a list that is a text', 'herdr_sessions: x\n', 'is not a list'],
  ['a key twice', 'a: 1\na: 2\n', 'unique'],
  ['an alias of nothing', 'a: *nothing\n', 'nothing'],
  ['not UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]), 'not UTF-8'],
])('a file that is %s is never rewritten', async (_, content, message) => {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, content);
  const update = updateSessionsFile(workspace.sessionsFile, add('a'));
  await expect(update).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining(message) });
  expect(readFileSync(workspace.sessionsFile)).toEqual(Buffer.from(content as string));
  expect(readdirSync(workspace.plane)).toEqual(['agent-sessions.yaml']);
});

test('a file that is a pipe or a directory is refused, not waited for', async () => {
  mkdirSync(workspace.plane);
  execFileSync('mkfifo', [workspace.sessionsFile]);
  await expect(updateSessionsFile(workspace.sessionsFile, add('a'))).rejects.toThrow('not a regular file');
  expect(lstatSync(workspace.sessionsFile).isFIFO()).toBe(true);
  await expect(updateSessionsFile(workspace.plane, add('a'))).rejects.toThrow('not a regular file');
});

test('an edit that throws writes nothing, and takes back the directories', async () => {
  const refuse = () => {
    throw new Error('no');
  };
  await expect(updateSessionsFile(workspace.sessionsFile, refuse)).rejects.toThrow('no');
  expect(treeOf(workspace.root)).toEqual({});
});

test('an edit that changes nothing writes nothing', async () => {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, 'herdr_sessions:   [ ]\n');
  const before = statSync(workspace.sessionsFile, { bigint: true });
  await updateSessionsFile(workspace.sessionsFile, () => {});
  expect(statSync(workspace.sessionsFile, { bigint: true })).toMatchObject({
    ino: before.ino,
    mtimeNs: before.mtimeNs,
  });
});

test('an alias whose anchor an edit took away is not written', async () => {
  mkdirSync(workspace.plane);
  const text = 'herdr_sessions:\n- &a\n  name: a\nbackup: *a\n';
  writeFileSync(workspace.sessionsFile, text);
  const remove = (sessions: SessionsDocument) => {
    const [entry] = sessions.entries();
    if (entry !== undefined) sessions.remove(entry);
  };
  await expect(updateSessionsFile(workspace.sessionsFile, remove)).rejects.toThrow('cannot update the sessions file');
  expect(readFileSync(workspace.sessionsFile, 'utf8')).toBe(text);
});
