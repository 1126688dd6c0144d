import { describe, expect, it } from 'vitest';
import type { Observation } from '../model.ts';
import { seen } from '../testing/observations.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';

const NO_SESSIONS = { sessions: { before: new Set<string>(), now: new Set<string>() } };
const MODIFIED: Partial<Observation> = { change: 'modified', detail: { differs: ['content', 'size'] } };

function opinion(observation: Observation, evidence: Partial<Evidence> = {}): string {
  const { leaks, suspects, excused } = judge([observation], { ...NO_SESSIONS, ...evidence });
  expect(leaks.length + suspects.length + excused.length).toBe(1);
  const kind = leaks.length ? 'leak' : suspects.length ? 'suspect' : 'excused';
  return `${kind}: ${[...leaks, ...suspects, ...excused][0]?.reason}`;
}

describe('a change that nothing excuses is a leak, and says what happened', () => {
  it.for([
    ['leak: new file', {}],
    ['leak: new directory', { entry: 'directory' }],
    ['leak: new symbolic link', { entry: 'symlink' }],
    ['leak: new tmux session', { entry: 'tmux-session', probe: 'tmux' }],
    ['leak: new line', { entry: 'line', probe: 'command' }],
    ['leak: new process', { entry: 'process', probe: 'processes' }],
    ['leak: file removed', { change: 'removed' }],
    ['leak: special file removed', { change: 'removed', entry: 'other' }],
    ['leak: changed', { change: 'modified' }],
    ['leak: changed: content, size', MODIFIED],
    [
      'leak: changed: mode (0600 to 0644), owner',
      { change: 'modified', detail: { differs: ['mode', 'owner'], mode: { before: '0600', after: '0644' } } },
    ],
    [
      'leak: type changed from file to symlink',
      { change: 'modified', detail: { differs: ['type'], type: { before: 'file', after: 'symlink' } } },
    ],
    ['leak: 1 line appended', { change: 'modified', detail: { appendedLines: 1 } }],
    ['leak: 3 lines appended', { change: 'modified', detail: { appendedLines: 3, differs: ['content', 'size'] } }],
    ['leak: written again with the same bytes', { change: 'modified', detail: { sameBytes: true } }],
    [
      'leak: 1 line appended, and changed: mode (0600 to 0644)',
      {
        change: 'modified',
        detail: { appendedLines: 1, differs: ['content', 'size', 'mode'], mode: { before: '0600', after: '0644' } },
      },
    ],
    [
      'leak: written again with the same bytes, and changed: owner',
      { change: 'modified', detail: { sameBytes: true, differs: ['owner'] } },
    ],
  ] as const)('%s', ([expected, more]) => {
    expect(opinion(seen(more as Partial<Observation>))).toBe(expected);
  });

  it('whoever did it, but for trees that others changed', () => {
    expect(opinion(seen({ by: 'run' }))).toBe('leak: new file');
    expect(opinion(seen({ by: 'others' }))).toBe('excused: new file, made outside the run');
    expect(opinion(seen({ by: 'others', change: 'removed' }))).toBe('excused: file removed, made outside the run');
    expect(opinion(seen({ by: 'others', probe: 'command', entry: 'line' }))).toBe('leak: new line');
  });
});

describe('what changed while nothing ran', () => {
  const idle = new Set(['/w/f']);

  it('excuses a change of content of that very path', () => {
    expect(opinion(seen(MODIFIED), { idle })).toBe('excused: changed: content, size, as it did while nothing ran');
    expect(opinion(seen({ change: 'modified', detail: { appendedLines: 2 } }), { idle })).toContain('excused:');
    expect(opinion(seen({ change: 'modified', detail: { sameBytes: true } }), { idle })).toContain('excused:');
  });

  it.for([
    ['a removal', { change: 'removed' }],
    ['a new entry', { change: 'added' }],
    ['a change of type', { change: 'modified', detail: { differs: ['type', 'content'] } }],
    ['a change of mode with it', { change: 'modified', detail: { differs: ['content', 'mode'] } }],
    ['a change of owner', { change: 'modified', detail: { differs: ['owner'] } }],
    ['a change that is not known', { change: 'modified' }],
    ['a neighbour', { ...MODIFIED, path: '/w/f2' }],
    ['what is in it', { ...MODIFIED, path: '/w/f/g' }],
    ['what the run did', { ...MODIFIED, by: 'run' }],
  ] as const)('excuses nothing else: %s', ([, more]) => {
    expect(opinion(seen(more as Partial<Observation>), { idle })).toContain('leak:');
  });
});

describe('a process that is older than the run and holds the file open for writing', () => {
  const holder = { pid: 7, name: 'agentd', drivable: false };
  const holders = new Map([['/w/f', holder]]);
  const held = 'agentd (pid 7), which is older than the run, holds it open for writing';

  it('excuses what it wrote, and is named', () => {
    expect(opinion(seen(MODIFIED), { holders })).toBe(`excused: changed: content, size; ${held}`);
    expect(opinion(seen(), { holders })).toBe(`excused: new file; ${held}`);
  });

  it('makes it a suspect when the run could have driven it', () => {
    const drivable = new Map([['/w/f', { ...holder, drivable: true }]]);
    expect(opinion(seen(MODIFIED), { holders: drivable })).toBe(
      `suspect: changed: content, size; ${held}, and the run could have driven it`,
    );
  });

  it.for([
    ['a removal', { change: 'removed' }],
    ['a change of mode', { change: 'modified', detail: { differs: ['mode'] } }],
    ['another path', { ...MODIFIED, path: '/w/g' }],
    ['what the run did', { ...MODIFIED, by: 'run' }],
  ] as const)('excuses nothing else: %s', ([, more]) => {
    expect(opinion(seen(more as Partial<Observation>), { holders })).toContain('leak:');
  });
});
