import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProject, type Project } from './testing/project.ts';

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => {
  vi.unstubAllEnvs();
  project.remove();
});

function refusalOf(text: string, env?: Record<string, string>): string {
  project.write(text);
  return project.refusal(env);
}

describe('a file', () => {
  test('that is a directory', () => {
    mkdirSync(project.file);
    expect(project.refusal()).toBe('The configuration "<file>" is a directory; put a file in its place.');
  });

  test('that is a pipe is not waited for', () => {
    execFileSync('mkfifo', [project.file]);
    expect(project.refusal()).toBe('The configuration "<file>" is not a regular file; put one in its place.');
  });

  test('that is a link to nothing', () => {
    symlinkSync('absent', project.file);
    expect(project.refusal()).toBe(
      'The configuration "<file>" cannot be read (ENOENT); give a file that exists and is readable.',
    );
  });

  test('of 5 MB', () => {
    expect(refusalOf('# '.padEnd(5_000_000, 'x'))).toBe(
      'The configuration "<file>" is 5000000 bytes long; the limit is 1048576.',
    );
  });

  test('that is not UTF-8', () => {
    project.write(Buffer.from('watch: [caf\xe9]\n', 'latin1'));
    expect(project.refusal()).toBe('The configuration "<file>" is not UTF-8; write it as UTF-8.');
  });

  test('that every user can write', () => {
    project.write('{}');
    chmodSync(project.file, 0o666);
    expect(project.refusal()).toBe(
      'The configuration "<file>" can be written by every user and could name commands; take that away (chmod o-w).',
    );
    chmodSync(project.file, 0o664);
    expect(project.load()?.options).toEqual({});
  });

  test.skipIf(process.getuid?.() !== 0)('of another user, or behind a link of one (root alone can make it)', () => {
    const message =
      'The configuration "<file>" belongs to another user (uid 65534) and could name commands; make it yours (chown), or a copy of it.';
    project.write('{}');
    chownSync(project.file, 65534, 65534);
    expect(project.refusal()).toBe(message);
    rmSync(project.file);
    writeFileSync(join(project.dir, 'mine.yaml'), '{}');
    symlinkSync('../mine.yaml', project.file);
    expect(project.load()?.file).toBe(project.file);
    lchownSync(project.file, 65534, 65534);
    expect(project.refusal()).toBe(message);
    // `sudo mam` in the checkout of its caller.
    vi.stubEnv('SUDO_UID', '65534');
    expect(project.load()?.file).toBe(project.file);
  });

  test('beside another one', () => {
    project.write('{}');
    const second = join(project.checkout, 'mam.config.yml');
    writeFileSync(second, '{}');
    expect(project.refusal()).toBe(`There are two configurations, <file> and ${second}; keep one.`);
  });
});

describe('a text', () => {
  const EMPTY =
    '<file>:1:1: it is empty; give an option, as in "watch: [~/.agent]", or {} for none, or remove the file';

  test.each([
    ['nothing', '', EMPTY],
    ['a byte-order mark', '\ufeff', EMPTY],
    ['comments alone', '# watch: [x]\n', EMPTY],
    ['null', '---\nnull\n', EMPTY],
    ['a list', '- watch\n', '<file>:1:1: expected a map of options, as in "watch: [~/.agent]", got a list'],
    ['two documents', 'pin: true\n---\npin: false\n', '<file>:2:1: a second document begins here; keep one'],
    [
      'a key that stands twice',
      'watch: [a]\npin: true\nwatch: [b]\n',
      '<file>:3:1: the key "watch" stands here for the second time, after line 1; join the two',
    ],
    [
      'a key that stands twice inside',
      'watch-command:\n  a: x\n  b: y\n  a: z\n',
      '<file>:4:3: the key "a" stands here for the second time, after line 2; join the two',
    ],
    ['a cycle of aliases', 'watch: &a\n- *a\n', '<file>:2:3: the alias "*a" stands inside what it names'],
    [
      'an alias without an anchor',
      'watch: [x]\nignore: *list\n',
      '<file>:2:9: the alias "*list" names no anchor that stands before it',
    ],
    ['a tag', 'watch: !include [x]\n', '<file>:1:8: it is not valid YAML: Unresolved tag: !include'],
    [
      'braces in a flow list',
      'watch: [${HOME}/x]\n',
      '<file>:1:10: it is not valid YAML: Missing , or : between flow sequence items; in [ ] put a text with ${ } in quotes',
    ],
    ['an open quote', 'repo: "x\n', '<file>:2:1: it is not valid YAML: Missing closing "quote'],
  ])('of %s', (_, text, message) => {
    expect(refusalOf(text).split('\n')[0]).toBe(message);
  });

  test('with aliases that come to a million values', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(100).fill(of).join(', ')}]\n`;
    const text = level('a', 'x') + level('b', '*a') + level('c', '*b');
    expect(refusalOf(text)).toBe('<file>:1:1: its aliases stand for more than 100 values; write out what they name');
  });

  test('nested without end', () => {
    expect(refusalOf(`watch: ${'['.repeat(20_000)}`)).toContain(
      'it is nested too deeply; a configuration has three levels',
    );
  });
});

test.each([
  ['wach: [x]', '1:1: unknown key "wach"; did you mean "watch"?'],
  ['dropEnv: [X]', '1:1: unknown key "dropEnv"; did you mean "drop-env"?'],
  ['drop_env: [X]', '1:1: unknown key "drop_env"; did you mean "drop-env"?'],
  ['no-pin: true', '1:1: unknown key "no-pin"; did you mean "pin: false"?'],
  ['settel: 5', '1:1: unknown key "settel"; did you mean "settle"?'],
  ['watches: [x]', '1:1: unknown key "watches"; did you mean "watch"?'],
  ['presets: [mam]', /^1:1: unknown key "presets"; give one of use, watch, watch-command, .*, accept$/],
  ['__proto__: {}', /^1:1: unknown key "__proto__"; give one of use, /],
  ['"wa\\u202etch": 1', '1:1: unknown key "wa\\u202etch"; did you mean "watch"?'],
  ['use: [claud]', '1:7: use[0]: unknown preset "claud"; did you mean "claude"?'],
  ['use: [vim]', /^1:7: use\[0\]: unknown preset "vim"; give one of mam, tmux, .*, git$/],
  ['use: mam', '1:6: use: expected a list of presets, as in [mam, tmux], got the text "mam"'],
  ['watch: ~/.agent', '1:8: watch: expected a list of paths, as in [~/.agent], got the text "~/.agent"'],
  ['watch:', '1:7: watch: expected a list of paths, as in [~/.agent], got nothing'],
  ['watch: [7]', '1:9: watch[0]: expected a path, as in ~/.agent, got the number 7'],
  ['watch: [""]', '1:9: watch[0]: expected a path, as in ~/.agent, got the text ""'],
  ['repo: "a\\0b"', '1:7: repo: expected a path, as in ~/.agent, got the text "a\\u0000b"'],
  ['pin: yes', '1:6: pin: expected true or false, got the text "yes"'],
  ['mode: contian', '1:7: mode: unknown mode "contian"; did you mean "contain"?'],
  ['mode: 1', '1:7: mode: expected a mode, one of observe, contain, read-only, got the number 1'],
  ['settle: soon', '1:9: settle: expected a whole number of milliseconds, as in 1000, got the text "soon"'],
  ['settle: -1', '1:9: settle: expected a whole number of milliseconds, as in 1000, got the number -1'],
  ['settle: 1.5', '1:9: settle: expected a whole number of milliseconds, as in 1000, got the number 1.5'],
  ['settle: .inf', '1:9: settle: expected a whole number of milliseconds, as in 1000, got the number Infinity'],
  ['learn-idle: 1e10', /^1:13: learn-idle: expected a whole number of milliseconds/],
  ['drop-env: ["*"]', '1:12: drop-env[0]: expected a variable\'s name, or PREFIX_*, got the text "*"'],
  ['keep-env: [A-B]', '1:12: keep-env[0]: expected a variable\'s name, or PREFIX_*, got the text "A-B"'],
  ['watch-command: x', /^1:16: watch-command: expected a map of names and commands, as in \{ crontab: crontab -l \}/],
  ['watch-command: {a b: x}', /^1:17: watch-command.a b: expected a name without "="/],
  ['watch-command: {a: " "}', '1:20: watch-command.a: expected a command for each name, got the text " "'],
  [
    'watch-command: [x]',
    '1:17: watch-command[0]: expected a name and a command, as in crontab=crontab -l, got the text "x"',
  ],
  ['accept: [x]', /^1:10: accept\[0\]: expected a path, a reason and an end date, as in .*, got the text "x"$/],
  ['accept: [{path: x, until: 2026-01-01}]', '1:10: accept[0]: it has no "reason"; give path, reason, until'],
  [
    'accept: [{path: x, reason: " ", until: 2026-01-01}]',
    '1:28: accept[0].reason: expected a reason that is not blank, got the text " "',
  ],
  [
    'accept: [{path: x, reason: y, until: 2026-02-30}]',
    '1:38: accept[0].until: expected a day that exists, as in 2026-12-31, got the text "2026-02-30"',
  ],
  [
    'accept: [{path: x, reason: y, until: soon}]',
    '1:38: accept[0].until: expected a day, as in 2026-12-31, got the text "soon"',
  ],
  [
    'accept: [{path: x, reason: y, until: 2026-12-31T00:00:00}]',
    /^1:38: accept\[0\].until: expected a day, as in 2026-12-31/,
  ],
  [
    'accept: [{path: x, reason: y, until: 2026-12-31, by: z}]',
    '1:50: unknown key "by"; give one of path, reason, until',
  ],
  [
    'watch: [$AGENT_HOME/x]',
    '1:9: watch[0]: the variable AGENT_HOME is not set; set it, or give a default, as in ${AGENT_HOME:-~/.agent}',
  ],
  ['json: $EMPTY/x', /^1:7: json: the variable EMPTY is set but empty, which counts as unset; /],
  ['watch: [~bob/x]', '1:9: watch[0]: "~bob" is not resolved; write ~/ for your own home, or the whole path'],
  ['watch: [a$]', '1:9: watch[0]: a "$" in it begins no variable; write $$ for a dollar sign'],
  ['accept: [{path: $NO, reason: y, until: 2026-12-31}]', /^1:17: accept\[0\]\.path: the variable NO is not set/],
])('%s', (text, message) => {
  const said = refusalOf(`${text}\n`, { EMPTY: '' }).replace(/^<file>:/, '');
  if (typeof message === 'string') expect(said).toBe(message);
  else expect(said).toMatch(message);
});

test('every problem is named, in the order of the file, broken items and good ones apart', () => {
  const text = `wach: [x]
accept:
- { path: $NO, reason: y, until: 2026-12-31 }
- { path: x, reason: y }
watch: [5, $NEITHER]
stric: true
`;
  expect(refusalOf(text).replaceAll('<file>:', '').split('\n')).toEqual([
    '1:1: unknown key "wach"; did you mean "watch"?',
    expect.stringMatching(/^3:11: accept\[0\]\.path: the variable NO is not set/),
    '4:3: accept[1]: it has no "until"; give path, reason, until',
    '5:9: watch[0]: expected a path, as in ~/.agent, got the number 5',
    expect.stringMatching(/^5:12: watch\[1\]: the variable NEITHER is not set/),
    '6:1: unknown key "stric"; did you mean "strict"?',
  ]);
});

test('a thousand problems are counted, not listed', () => {
  const text = Array.from({ length: 1000 }, (_, index) => `key-${index}: 1\n`).join('');
  const said = refusalOf(text).split('\n');
  expect([said.length, said.at(-1)]).toEqual([51, '<file>: and 950 more']);
});
