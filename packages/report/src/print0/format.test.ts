import { expect, test } from 'vitest';
import { finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatPrint0 } from './format.ts';

test('every leaked path of the file system, each followed by a NUL', () => {
  const leaks = [
    finding(),
    treeFinding({ path: '/live/a b\nc' }),
    treeFinding({ entry: 'directory', path: '/live/ü' }),
  ];
  expect(formatPrint0(verdictOf({ leaks })).toString()).toBe('/live/.mam/jobs/a1.json\0/live/a b\nc\0/live/ü\0');
});

test('the bytes of a path are its own, printable or not', () => {
  const bytes = Buffer.from([0x2f, 0x6c, 0xff, 0x0a, 0xc3]);
  const leaks = [treeFinding({ path: '/l\\xff\\x0a\\xc3', detail: { pathBase64: bytes.toString('base64') } })];
  expect(formatPrint0(verdictOf({ leaks }))).toEqual(Buffer.concat([bytes, Buffer.of(0)]));
});

test('what is no file has no path of its own, and each path comes once', () => {
  const leaks = [
    treeFinding({ entry: 'agent-session', path: '/live/s.yaml#new' }),
    treeFinding({ entry: 'process', path: 'process:sleep' }),
    treeFinding({ entry: 'tmux-session', path: 'tmux:x' }),
    treeFinding({ entry: 'line', path: 'command:crontab#x' }),
    treeFinding(),
    treeFinding({ change: 'removed' }),
  ];
  expect(formatPrint0(verdictOf({ leaks })).toString()).toBe('/live/config.yaml\0');
});

test('suspects and excused are not among them; nothing leaked is nothing', () => {
  expect(formatPrint0(verdictOf({ suspects: [finding()], excused: [finding()] }))).toEqual(Buffer.alloc(0));
});
