import type { Finding } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { treeFinding } from '../testing/verdicts.ts';
import { detailWords } from './detail.ts';

test.each<[string, Partial<Finding>]>([
  ['', { detail: {} }],
  ['1 line appended', { detail: { appendedLines: 1, differs: ['content', 'size'] } }],
  [
    '12 lines appended (1 byte)',
    { detail: { appendedLines: 12, appendedBytes: 1, differs: ['content', 'size'], size: { before: 1, after: 2 } } },
  ],
  ['29 bytes appended', { detail: { appendedBytes: 29, differs: ['content'] } }],
  ['same bytes rewritten', { detail: { sameBytes: true } }],
  ['replaced by another, same bytes rewritten', { detail: { replaced: true, sameBytes: true } }],
  ['content changed', { detail: { sameBytes: false, replaced: false, differs: ['content'] } }],
  ['content changed, size 5 -> 0', { detail: { differs: ['content', 'size'], size: { before: 5, after: 0 } } }],
  ['content changed, size changed', { detail: { differs: ['content', 'size'] } }],
  ['content not known: too large', { detail: { differs: ['stamps'], contentUnknown: 'too large' } }],
  ['stamps changed', { detail: { differs: ['stamps'] } }],
  ['link target a -> b', { detail: { differs: ['target'], target: { before: 'a', after: 'b' } } }],
  ['owner 0:0 -> 1:1', { detail: { differs: ['owner'], owner: { before: '0:0', after: '1:1' } } }],
  ['mode 0600 -> 0644', { detail: { mode: { before: '0600', after: '0644' }, differs: ['mode'] } }],
  ['type symlink -> file', { detail: { type: { before: 'symlink', after: 'file' }, differs: ['type'] } }],
  ['mode changed, type changed', { detail: { differs: ['mode', 'type'] } }],
  ['owner changed, link target changed', { detail: { differs: ['owner', 'target'] } }],
  ['flags changed, constructor changed', { detail: { differs: ['flags', 'constructor'] } }],
  ['same bytes rewritten, mode 0600 -> 0644', { detail: { sameBytes: true, mode: { before: '0600', after: '0644' } } }],
  ['8 entries went with it', { change: 'removed', detail: { entries: 8 } }],
  ['1 entry came with it', { change: 'added', detail: { entries: 1 } }],
  ['3 entries in it', { change: 'modified', detail: { entries: 3 } }],
  ['pid 77, 1.2 s old', { detail: { pid: 77, ageMs: 1234 } }],
  [
    'its directory last changed at 2026-03-04T05:06:07.000Z',
    { change: 'removed', detail: { parentChangedAt: '2026-03-04T05:06:07.000Z' } },
  ],
  ['path in base64 L/8=', { detail: { pathBase64: 'L/8=' } }],
  ['sockets 2, note "a\\u001bb", more {"x":[1]}', { detail: { sockets: 2, note: 'a\u001bb', more: { x: [1] } } }],
])('%s', (words, overrides) => {
  expect(detailWords(treeFinding(overrides)).join(', ')).toBe(words);
});
