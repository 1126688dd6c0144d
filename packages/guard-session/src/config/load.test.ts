import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCheckout } from '@mam/registry-paths';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './load.ts';
import { plainOptions } from './merge.ts';
import { makeProject, type Project } from './testing/project.ts';

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => project.remove());

const optionsOf = (text: string, env: Record<string, string> = {}) => {
  project.write(text);
  const config = project.load(env);
  if (config === null) throw new Error('there is no configuration');
  return plainOptions(config.options);
};

describe('the search', () => {
  test('finds the nearest one upwards, and ends at the checkout', () => {
    const inner = join(project.checkout, 'a/b');
    mkdirSync(inner, { recursive: true });
    const from = (cwd: string) => loadConfig({ cwd, env: {}, home: project.home })?.file ?? null;
    writeFileSync(join(project.dir, 'mam.config.yaml'), 'pin: false');
    expect(from(inner)).toBe(null);
    project.write('{}');
    expect(from(inner)).toBe(project.file);
    const nearer = join(project.checkout, 'a/mam.config.yml');
    writeFileSync(nearer, '{}');
    expect(from(inner)).toBe(nearer);
  });

  test('without a checkout is in the working directory alone', ({ skip }) => {
    skip(findCheckout(project.dir) !== project.dir, 'the temp directory of this machine lies in a checkout');
    const plain = join(project.dir, 'plain/inner');
    mkdirSync(plain, { recursive: true });
    writeFileSync(join(project.dir, 'plain/mam.config.yaml'), '{}');
    expect(loadConfig({ cwd: plain, env: {}, home: project.home })).toBe(null);
    expect(loadConfig({ cwd: join(project.dir, 'plain'), env: {}, home: project.home })?.options).toEqual({});
  });

  test('begins at the real directory', () => {
    project.write('{}');
    symlinkSync(project.checkout, join(project.dir, 'link'));
    expect(loadConfig({ cwd: join(project.dir, 'link'), env: {}, home: project.home })?.file).toBe(project.file);
  });

  test('is passed over for a file that is named, relative to the working directory', () => {
    project.write('pin: true');
    writeFileSync(join(project.dir, 'other.yaml'), 'watch: [x]');
    const config = loadConfig({ cwd: project.checkout, file: '../other.yaml', env: {}, home: project.home });
    expect([config?.file, plainOptions(config?.options ?? {})]).toEqual([
      join(project.dir, 'other.yaml'),
      { watch: [join(project.dir, 'x')] },
    ]);
  });
});

describe('a path', () => {
  test.each([
    ['relative/dir', '<checkout>/relative/dir'],
    ['../beside', '<dir>/beside'],
    ['/absolute/', '/absolute'],
    ['~', '<home>'],
    ['~/x', '<home>/x'],
    ['$NAME/x', '/named/x'],
    ['"${NAME}x"', '/namedx'],
    ['"${NONE:-~/y}/z"', '<home>/y/z'],
    ['"${EMPTY:-y}"', '<checkout>/y'],
    ['"${NAME:-y}"', '/named'],
    ['a$$b', '<checkout>/a$b'],
    ['a~', '<checkout>/a~'],
    ['/$TILDE', '/~'],
  ])('%s is %s', (text, expected) => {
    const { watch } = optionsOf(`watch: [${text}]`, { NAME: '/named', EMPTY: '', TILDE: '~' });
    const { checkout, dir, home } = project;
    expect(watch).toEqual([expected.replace('<checkout>', checkout).replace('<dir>', dir).replace('<home>', home)]);
  });

  test('stands in every option that takes one, and only there', () => {
    const options = optionsOf(`
repo: ./r
json: ./j
junit: ./u
html: ./h
print0: ./p
watch-tmux: [./s, default]
ignore: [./i, $X, "!~"]
accept:
- { path: ./a/**, reason: $why, until: 2026-12-31 }
- { path: "tmux:$x", reason: ., until: 2026-12-31 }
`);
    const at = (name: string) => join(project.checkout, name);
    expect(options).toEqual({
      repo: at('r'),
      json: at('j'),
      junit: at('u'),
      html: at('h'),
      print0: at('p'),
      watchTmux: [at('s'), 'default'],
      ignore: ['./i', '$X', '!~'],
      accept: [
        { path: at('a/**'), reason: '$why', until: '2026-12-31', source: `${project.file}:10` },
        { path: 'tmux:$x', reason: '.', until: '2026-12-31', source: `${project.file}:11` },
      ],
    });
  });
});

test('watched commands stand by name or as on the command line, and run where the file lies', () => {
  const expected = [{ name: 'jobs', command: 'crontab -l | grep = ', cwd: project.checkout }];
  expect(optionsOf('watch-command:\n  jobs: "crontab -l | grep = "').watchCommand).toEqual(expected);
  expect(optionsOf('watch-command: ["jobs=crontab -l | grep = "]').watchCommand).toEqual(expected);
});

test('the other options are what they say', () => {
  const text = `
use: [mam]
watch-processes: true
drop-env: [NO, AGENT_*]
keep-env: [HOME]
pin: false
mode: contain
learn-idle: 10
settle: 0
sandbox-home: true
github: true
strict: false
`;
  expect(optionsOf(text)).toMatchObject({
    use: ['mam'],
    watchProcesses: true,
    dropEnv: ['NO', 'AGENT_*'],
    keepEnv: ['HOME'],
    pin: false,
    mode: 'contain',
    learnIdle: 10,
    settle: 0,
    sandboxHome: true,
    github: true,
    strict: false,
  });
});

test('anchors, aliases and merged maps are taken', () => {
  const text = `
watch: &live [~/a]
ignore: *live
accept:
- &log { path: x, reason: r, until: 2026-12-31 }
- { <<: *log, path: y }
`;
  const { ignore, accept } = optionsOf(text);
  expect(ignore).toEqual(['~/a']);
  expect(accept?.map(({ path, reason }) => [path, reason])).toEqual([
    [join(project.checkout, 'x'), 'r'],
    [join(project.checkout, 'y'), 'r'],
  ]);
});

test('each value knows its line, each item of a list its own', () => {
  project.write('# what we watch\nwatch:\n  - a\n\n  - b\nstrict: true\n');
  const { file } = project;
  expect(project.load()?.options).toEqual({
    watch: [
      { value: join(project.checkout, 'a'), source: { file, line: 3, column: 5 } },
      { value: join(project.checkout, 'b'), source: { file, line: 5, column: 5 } },
    ],
    strict: { value: true, source: { file, line: 6, column: 9 } },
  });
});
