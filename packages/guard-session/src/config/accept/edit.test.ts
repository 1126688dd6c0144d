import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { editAccept } from './edit.ts';

const ENTRY = { path: '~/.agent/log', reason: 'TODO: say why (new file)', until: '2026-12-31' };
const add = (text: string) => editAccept(text, { added: [ENTRY], renewed: [] });
const LINES = `path: ~/.agent/log
    reason: "TODO: say why (new file)"
    until: 2026-12-31
`;

test.each([
  [
    'a text without the list',
    '# why\nwatch:   [ a,b ]   # here\n',
    `# why\nwatch:   [ a,b ]   # here\naccept:\n  - ${LINES}`,
  ],
  ['a last line that is not ended', 'pin: true', `pin: true\naccept:\n  - ${LINES}`],
  [
    'a list in the middle, its comments and its indent kept',
    'accept:\n- path: a # one\n  reason: r\n  until: 2026-01-01 # soon\n# below\nwatch: [ a ]\n',
    `accept:\n- path: a # one\n  reason: r\n  until: 2026-01-01 # soon\n- ${LINES.replaceAll('    ', '  ')}# below\nwatch: [ a ]\n`,
  ],
  [
    'a list whose last item is in flow style',
    'accept:\n    - { path: a, reason: r, until: 2026-01-01 } # one\n',
    `accept:\n    - { path: a, reason: r, until: 2026-01-01 } # one\n    - ${LINES.replaceAll('    ', '      ')}`,
  ],
  [
    'a list that ends with a text of several lines',
    'accept:\n  - path: a\n    until: 2026-01-01\n    reason: |\n      one\n\n      two\nwatch: [a]\n',
    `accept:\n  - path: a\n    until: 2026-01-01\n    reason: |\n      one\n\n      two\n  - ${LINES}watch: [a]\n`,
  ],
  [
    'a list at the end of a text that is not ended',
    'accept:\n  - {path: a, reason: r, until: 2026-01-01}',
    `accept:\n  - {path: a, reason: r, until: 2026-01-01}\n  - ${LINES}`,
  ],
])('an entry is added to %s', (_, text, expected) => {
  expect(add(text)).toBe(expected);
});

test('line ends stay as they are', () => {
  expect(add('pin: true\r\nstrict: true\r\n')).toBe(
    `pin: true\r\nstrict: true\r\naccept:\r\n  - ${LINES.replaceAll('\n', '\r\n')}`,
  );
});

test.each([
  ['an empty list', '# top\naccept: [] # none yet\nwatch: [~/a] # ours\n'],
  ['a list in flow style', '# top\naccept: [{path: a, reason: r, until: 2026-01-01}]\nwatch: [~/a] # ours\n'],
  ['a map in flow style', '{ watch: [~/a], accept: [] } # ours\n# top\n'],
  ['an empty map', '# top\n{}\n# ours\n'],
  ['a text with an end', '# top\nwatch: [~/a] # ours\n...\n'],
  ['an item by its alias', '# top\naccept:\n- &a {path: a, reason: r, until: 2026-01-01}\n- *a\nwatch: [~/a] # ours\n'],
])('with %s, comments and meaning stay', (_, text) => {
  const result = add(text);
  const before = parse(text, { merge: true });
  expect(parse(result)).toEqual({ ...before, accept: [...(before.accept ?? []), ENTRY] });
  expect([result.includes('# top'), result.includes('# ours')]).toEqual([true, true]);
  expect(Object.keys(parse(result))).toEqual(Object.keys({ ...before, accept: [] }));
});

test.each([
  [
    'a plain day',
    '- { path: a, reason: r, until: 2026-01-01 } # x\n',
    '- { path: a, reason: r, until: 2026-12-31 } # x\n',
  ],
  [
    'a quoted day',
    '- path: a\n  until: "2026-01-01" # x\n  reason: r\n',
    '- path: a\n  until: 2026-12-31 # x\n  reason: r\n',
  ],
])('%s is renewed in its place', (_, item, expected) => {
  const edit = { added: [], renewed: [{ index: 1, until: '2026-12-31' }] };
  const first = 'accept:\n- { path: b, reason: r, until: 2026-01-01 }\n';
  expect(editAccept(first + item, edit)).toBe(first + expected);
});

test('an entry that takes its day from elsewhere gets one of its own', () => {
  const text = 'accept:\n- &a { path: a, reason: r, until: 2026-01-01 }\n- *a\n- { <<: *a, path: b }\n';
  const renewed = [1, 2].map((index) => ({ index, until: '2026-12-31' }));
  expect(parse(editAccept(text, { added: [], renewed }), { merge: true }).accept).toEqual([
    { path: 'a', reason: 'r', until: '2026-01-01' },
    { path: 'a', reason: 'r', until: '2026-12-31' },
    { path: 'b', reason: 'r', until: '2026-12-31' },
  ]);
});
