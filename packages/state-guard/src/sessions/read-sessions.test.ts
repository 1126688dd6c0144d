import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { readSessions } from './read-sessions.ts';
import { sessionNames } from './session-names.ts';

function written(content: string | Buffer): string {
  const file = join(temporaryDirectory(), 'agent-sessions.yaml');
  writeFileSync(file, content);
  return file;
}

function read(content: string | Buffer): { names: string[]; problem: string | null } {
  const { names, problem } = readSessions(written(content));
  return { names: [...names], problem };
}

describe('the names of a sessions file', () => {
  it.for([
    ['a flow list', 'herdr_sessions: [{name: a}, {"name": "b c"}, {agent: x}]\n', ['a', 'b c']],
    [
      'quotes and escapes',
      `l:\n- name: 'it''s'\n- name: "tab\\there"\n- name: "caf\\xe9 \\u8a08"\n`,
      ["it's", 'tab\there', 'café 計'],
    ],
    ['names with spaces', 'l:\n- name: the lead planner\n', ['the lead planner']],
    ['comments', 'l: # all\n# one\n- name: a # b\n  # c\n- name: d#e\n', ['a', 'd#e']],
    [
      'anchors, aliases and merges',
      'x: &x\n  name: a\ny:\n- *x\n- &z {name: b}\n- <<: *x\n  agent: c\n- <<: [*z]\n  name: own\n',
      ['a', 'b', 'own'],
    ],
    ['an alias of an anchor that is set again', 'l:\n- &x {name: a}\n- *x\n- &x {name: b}\n- *x\n', ['a', 'b']],
    [
      'what looks like something else',
      'l:\n- name: 007\n- name: 1e3\n- name: true\n- name: null\n- name: 2024-01-01\n- name: ~\n',
      ['007', '1e3', 'true', 'null', '2024-01-01', '~'],
    ],
    ['every top-level list', 'a:\n- name: x\nb:\n  - name: y\nc: 3\nd: {name: no}\n', ['x', 'y']],
    ['several documents', 'a:\n- name: x\n---\n- name: y\n', ['x', 'y']],
    ['an item that is no mapping', 'l:\n- a\n- [name, b]\n- name: c\n', ['c']],
    ['a name that is no text', 'l:\n- name: [a]\n- name: {b: c}\n- name:\n- name: ""\n', []],
    ['a tagged name', 'l:\n- name: !!str 12\n', ['12']],
    ['a folded name', 'l:\n- name: "one\n    two"\n', ['one two']],
    ['a byte order mark', '\ufeffl:\n- name: a\n', ['a']],
    ['nothing', '', []],
    ['only comments', '# nothing yet\n', []],
  ] as const)('of %s', ([, text, names]) => {
    expect(read(text)).toEqual({ names, problem: null });
  });

  it.for([
    [
      'block style',
      'l:\n- name: a\n  mcp_attachments:\n  - name: nested\n    name2: x\n- agent: c\n  tools:\n    - name: nested-too\n',
    ],
    ['flow style', 'l: [{name: a, mcp_attachments: [{name: nested}]}]\n'],
    ['a mapping below the top', 'l:\n- name: a\nmeta:\n  list:\n  - name: nested\n'],
    ['a list in a list', 'l:\n- name: a\n- - name: nested\n'],
    ['a text of several lines', 'l:\n- name: a\n  prompt: |\n    - name: nested\n    name: nested\n'],
  ] as const)('never are those of nested lists: %s', ([, text]) => {
    expect(read(text)).toEqual({ names: ['a'], problem: null });
  });

  it('come from what PyYAML writes, with its folded and escaped texts', () => {
    // As `yaml.safe_dump(…, sort_keys=False)` gives it.
    const text = [
      'herdr_sessions:',
      '- name: planner',
      '  agent: claude',
      '  prompt: word word word word word word word word word word word word word word word',
      '    word word (paren) word',
      '- name: "caf\\xE9 \\u8A08"',
      '  prompt: "two\\nlines, a quote \\" and so long that it has to be folded somewhere \\',
      '    \\ and then goes on: with a colon"',
      "  note: 'it''s ''quoted'' and so long that it has to be folded somewhere, and then",
      "    # goes on'",
      '  tags: []',
      '  created_at: 1700000000.5',
      '  mcp_attachments:',
      '  - name: nested',
      '    url: http://127.0.0.1:1/#x',
      'remote_sessions: []',
      'version: 3',
      '',
    ];
    expect(read(text.join('\n'))).toEqual({ names: ['planner', 'café 計'], problem: null });
  });
});

describe('a sessions file that is torn or invalid', () => {
  it.for([
    ['torn in a quote', 'l:\n- name: a\n- name: b\n  prompt: "half', ['a', 'b'], 'line 4: Missing closing "quote'],
    ['torn in a flow list', 'l:\n- name: a\nm: [{name: b}, {na', ['a', 'b'], 'line 3'],
    ['broken in the middle', 'l:\n- name: a\n  x: y: z\n- name: b\n', ['a', 'b'], 'line 3'],
    ['tabs for spaces', 'l:\n- name: a\n\tagent: c\n- name: b\n', ['a', 'b'], 'line 3'],
    ['two roots', '- name: a\nl:\n- name: b\n', ['a', 'b'], 'line 2'],
    ['a comment within a folded text', 'l:\n- name: a\n  text: b\n# c\n    d\n- name: e\n', ['a', 'e'], 'line 4'],
    ['an unknown alias', 'l:\n- name: a\n- *gone\n', ['a'], 'line 3: Unresolved alias'],
  ] as const)('%s: gives the names that can be read, and says where it breaks', ([, text, names, where]) => {
    const found = read(text);
    expect(found.names).toEqual(expect.arrayContaining([...names]));
    expect(found.problem).toContain(`it is not valid YAML at ${where}`);
    expect(found.problem).toContain('; only the names that could be read count');
  });

  it('keeps names of nested lists out of what it saves', () => {
    const { names } = read('l:\n- name: a\n  mcp_attachments:\n  - name: nested\n  prompt: "half\n- name: b\n');
    expect(names).toEqual(['a', 'b']);
  });

  it('may hold a text and no list', () => {
    const problem = 'it is not valid YAML at line 1: A text stands where lists of agent sessions should';
    expect(read('hello\n')).toEqual({ names: [], problem: `${problem}; only the names that could be read count` });
  });

  it('may be no text at all', () => {
    const binary = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));
    expect(read(binary)).toEqual({ names: [], problem: expect.stringContaining('it is not valid YAML') });
  });

  it('may hold names that are not UTF-8: they are read with U+FFFD for what is not', () => {
    expect(read(Buffer.from('l:\n- name: a\xff\n- name: b\n', 'latin1'))).toEqual({
      names: ['a\ufffd', 'b'],
      problem: null,
    });
  });

  it.for([
    ['flow lists', '['],
    ['block lists', '- '],
    ['flow mappings', '{a: '],
    ['keys', '? '],
  ] as const)('may be nested without end, in %s', ([, piece]) => {
    expect(
      read(`l:\n- name: a\nx: ${piece.trim() === piece ? piece : `\n  ${piece}`}${piece.repeat(100_000)}`),
    ).toEqual({
      names: ['a'],
      problem: 'it is nested too deeply to be read as YAML; only the names that could be read count',
    });
  });
});

describe('a large sessions file', () => {
  it('of 10 MB is read whole, in the shape that programs write', () => {
    const items = Array.from(
      { length: 80_000 },
      (_, i) => `- name: session-${i}\n  agent: claude\n  prompt: ${'x'.repeat(90)}\n`,
    );
    const { names, problem } = readSessions(written(`herdr_sessions:\n${items.join('')}`));
    expect(problem).toBeNull();
    expect(names.size).toBe(80_000);
  });

  it('of 10 MB in any other shape gives the names in plain sight, and says so', () => {
    const filler = `extra: {${'a: b, '.repeat(1_800_000)}}\n`;
    const { names, problem } = read(`l:\n- name: a\n- name: "b c"\n- name: 'd' # e\n${filler}`);
    expect(names).toEqual(['a', 'b c', 'd']);
    expect(problem).toMatch(
      /^it is too long to be read as YAML \(\d+ characters, at most 524288 are read\); only the names/,
    );
  });

  it('with one endless line does not exhaust a pattern', () => {
    const { names } = read(`l:\n- name: a\n- name: ${'x'.repeat(3_000_000)}\n- name: b${' '.repeat(3_000_000)}# c\n`);
    expect(names).toEqual(expect.arrayContaining(['a']));
  });
});

describe('a path that holds no sessions file', () => {
  it('is missing, or its parent is', () => {
    const directory = temporaryDirectory();
    symlinkSync('nowhere', join(directory, 'dangling'));
    writeFileSync(join(directory, 'file'), '');
    for (const path of ['gone', 'dangling', 'file/below']) {
      expect(readSessions(join(directory, path))).toEqual({ state: 'missing', names: new Set(), problem: null });
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is a directory or a pipe: it cannot be read, and nothing waits (no pipes on Windows)',
    () => {
      const directory = temporaryDirectory();
      mkdirSync(join(directory, 'directory'));
      execFileSync('mkfifo', [join(directory, 'pipe')]);
      for (const path of ['directory', 'pipe']) {
        const found = readSessions(join(directory, path));
        expect(found).toEqual({ state: 'unreadable', names: new Set(), problem: 'it is not a regular file' });
        expect(sessionNames(join(directory, path))).toEqual(new Set());
      }
    },
  );
});
