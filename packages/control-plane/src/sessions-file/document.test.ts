import { describe, expect, test } from 'vitest';
import { SessionsDocument } from './document.ts';

/** The rule by which the origin of the guard reads names. */
const LINE = /^- name:\s*['"]?([^'"\s]+)/;
const lineNames = (text: string) => text.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []);
const names = (document: SessionsDocument) => document.entries().map(({ name }) => name);

const FILE = `# who works here

version: 0o17 # kept as it is
herdr_sessions:
# the first
- name: planner # plans
  role: Planner
  unknown: !custom { a: 1 }
  mcp_attachments:
  - name: browser
    port: 007
  note: |
    two
    lines

- name: '007'
  on: yes
tmux_sessions: []
other:
- name: elsewhere

# the end
`;

test('every item with a name, of every top-level list; nested names never count', () => {
  const entries = new SessionsDocument(FILE).entries();
  expect(entries.map(({ list, name }) => [list, name])).toEqual([
    ['herdr_sessions', 'planner'],
    ['herdr_sessions', '007'],
    ['other', 'elsewhere'],
  ]);
  expect(entries[1]?.fields).toEqual({ name: '007', on: 'yes' });
});

test('a file in block style comes back byte for byte around what is added', () => {
  const document = new SessionsDocument(FILE);
  document.add('herdr_sessions', { name: 'coder', role: 'Creator' });
  document.add('tmux_sessions', { name: 'watcher' });
  expect(document.toString()).toBe(
    FILE.replace('  on: yes\n', '  on: yes\n- name: coder\n  role: Creator\n').replace(
      'tmux_sessions: []\n',
      'tmux_sessions:\n- name: watcher\n',
    ),
  );
});

test('what is added and removed again leaves the file as it was', () => {
  const document = new SessionsDocument(FILE);
  document.add('herdr_sessions', { name: 'coder' });
  document.add('tmux_sessions', { name: 'watcher' });
  for (const entry of document.entries()) if (['coder', 'watcher'].includes(entry.name)) document.remove(entry);
  expect(document.toString()).toBe(FILE);
});

describe.each([
  ['nothing', '', 'herdr_sessions:\n- name: x\n'],
  ['only a comment', '# note\n', '# note\n\nherdr_sessions:\n- name: x\n'],
  ['a document mark', '---\n', '---\nherdr_sessions:\n- name: x\n'],
  ['an empty list key', 'herdr_sessions:\n', 'herdr_sessions:\n- name: x\n'],
  ['a null list', 'herdr_sessions: ~ # none yet\na: 1\n', 'herdr_sessions:\n# none yet\n- name: x\na: 1\n'],
  [
    'an indented list',
    'herdr_sessions:\n    - name: a\n      b: 1\n',
    'herdr_sessions:\n- name: a\n  b: 1\n- name: x\n',
  ],
  [
    'flow style',
    '{herdr_sessions: [{name: a, l: [1, 2]}]}\n',
    'herdr_sessions:\n- name: a\n  l: [ 1, 2 ]\n- name: x\n',
  ],
  ['an anchor', 'herdr_sessions:\n- &a { name: a }\n- *a\n', 'herdr_sessions:\n- &a\n  name: a\n- *a\n- name: x\n'],
  ['windows line ends', 'herdr_sessions:\r\n- name: a\r\n', 'herdr_sessions:\n- name: a\n- name: x\n'],
])('into a file of %s', (_, before, after) => {
  test('an added session reads back by the line rule and as YAML', () => {
    const document = new SessionsDocument(before);
    const earlier = names(document);
    document.add('herdr_sessions', { name: 'x' });
    expect(document.toString()).toBe(after);
    expect(lineNames(document.toString())).toContain('x');
    expect(names(new SessionsDocument(document.toString()))).toEqual([...earlier, 'x']);
  });
});

test.each(['007', '1e3', 'true', 'no', 'y', 'null', '0x1F', '1_000', 'NaN', '1.5', '2026-01-01', 'a', 'herdr', 'a-'])(
  'the name %s stays that text for every reader',
  (name) => {
    const document = new SessionsDocument('');
    document.add('tmux_sessions', { name, role: name });
    const text = document.toString();
    expect(lineNames(text)).toEqual([name]);
    expect(new SessionsDocument(text).entries()[0]?.fields).toEqual({ name, role: name });
    expect(text).toContain(/^(a-?|herdr|NaN)$/.test(name) ? `- name: ${name}\n` : `- name: "${name}"\n`);
  },
);

test.each(['a b', "a'b", '', 'herdr:a', 'a\nb'])('the name %j cannot be added', (name) => {
  expect(() => new SessionsDocument('').add('herdr_sessions', { name })).toThrow('session name');
});

test('a value is a text whatever it holds', () => {
  const workspace = `/tmp/a: b #c 'd' "e" \n{f}: [*g] &h !i %j`;
  const document = new SessionsDocument('');
  document.add('herdr_sessions', { name: 'x', workspace });
  expect(new SessionsDocument(document.toString()).entries()[0]?.fields.workspace).toBe(workspace);
});

test('fields are set in place', () => {
  const document = new SessionsDocument(FILE);
  const [planner] = document.entries();
  if (planner === undefined) throw new Error('no entry');
  document.set(planner, { role: 'Reviewer', pane_id: 'w1:p1' });
  const text = document.toString();
  expect(text).toContain('- name: planner # plans\n  role: Reviewer\n');
  expect(new SessionsDocument(text).entries()[0]?.fields).toMatchObject({ role: 'Reviewer', pane_id: 'w1:p1' });
});

test.each([
  ['a list at the top', '- a\n', 'top level is not a map'],
  ['a text', 'hello\n', 'top level is not a map'],
  ['a key twice', 'a: 1\na: 2\n', 'Map keys must be unique'],
  ['two documents', 'a: 1\n---\nb: 2\n', 'multiple documents'],
  ['a tab', 'a:\n\t- b\n', 'Tabs are not allowed'],
  ['half a list', 'herdr_sessions: [{name: a}', 'Flow sequence'],
])('a file of %s is not valid', (_, text, message) => {
  expect(() => new SessionsDocument(text)).toThrow(message);
});

test('a list that is something else is not overwritten', () => {
  expect(() => new SessionsDocument('herdr_sessions: text\n').add('herdr_sessions', { name: 'a' })).toThrow(
    'is not a list',
  );
  expect(() => new SessionsDocument('l: &l []\nherdr_sessions: *l\n').add('herdr_sessions', { name: 'a' })).toThrow(
    'is not a list',
  );
});
