import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CONFIG_DEFAULTS } from '@mam/guard-session/config';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProgram } from '../../program.ts';
import { type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const write = (text: string, name = 'mam.config.yaml') => writeFileSync(join(machine.checkout, name), text);
const placed = (text: string) => text.replaceAll(machine.dir, '<dir>');

describe('check', () => {
  test('says that a configuration is valid', async () => {
    write('watch: [~/.agent]\n');
    const { status, stdout, stderr } = await mam(machine, ['config', 'check']);
    expect([status, placed(stdout), stderr]).toEqual([0, '<dir>/checkout/mam.config.yaml is valid\n', '']);
  });

  test('names every problem with its place, and counts them', async () => {
    write('wach: [x]\nsettle: soon\nwatch: [$NO_SUCH_VARIABLE]\n');
    const { status, stdout, stderr } = await mam(machine, ['config', 'check']);
    expect([status, stdout]).toEqual([2, '']);
    expect(placed(stderr).replaceAll('<dir>/checkout/mam.config.yaml', '<file>')).toMatchInlineSnapshot(`
      "<file>:1:1: unknown key "wach"; did you mean "watch"?
      <file>:2:9: settle: expected a whole number of milliseconds, as in 1000, got the text "soon"
      <file>:3:9: watch[0]: the variable NO_SUCH_VARIABLE is not set; set it, or give a default, as in \${NO_SUCH_VARIABLE:-~/.agent}
      mam: 3 problems
      "
    `);
  });

  test('takes the file that is named', async () => {
    write('wach: [x]\n');
    write('pin: true\n', 'other.yaml');
    const { status, stdout } = await mam(machine, ['config', 'check', 'other.yaml']);
    expect([status, placed(stdout)]).toEqual([0, '<dir>/checkout/other.yaml is valid\n']);
    const absent = await mam(machine, ['config', 'check', 'absent.yaml']);
    expect(absent.status).toBe(2);
    expect(absent.stderr).toContain('absent.yaml" cannot be read (ENOENT); give a file that exists and is readable.');
  });

  test('without a configuration is a failure', async () => {
    const inner = join(machine.checkout, 'inner');
    mkdirSync(inner);
    const { status, stderr } = await mam(machine, ['config', 'check'], { cwd: inner });
    expect([status, placed(stderr)]).toEqual([
      2,
      'mam: There is no mam.config.yaml from <dir>/checkout/inner up to the checkout, <dir>/checkout.\n',
    ]);
  });
});

describe('show', () => {
  test('prints every option, each value with its line, its preset or as the default', async () => {
    write(`# ours
use: [mam]
watch:
  - ~/.agent
watch-command: { jobs: crontab -l }
mode: observe
accept:
  - { path: ~/.agent/log, reason: known, until: 2099-12-31 }
`);
    const { status, stdout, stderr } = await mam(machine, ['config', 'show']);
    expect([status, stderr]).toEqual([0, '']);
    const shown = placed(stdout).split('\n');
    expect(shown).toEqual(
      expect.arrayContaining([
        'configuration    <dir>/checkout/mam.config.yaml',
        'use              mam (mam.config.yaml:2)',
        'watch            <dir>/home/.agent (mam.config.yaml:4)',
        'watch-command    jobs: crontab -l (mam.config.yaml:5)',
        'keep-env         none (default)',
        'mode             observe (mam.config.yaml:6)',
        'settle           1000 (default)',
        'repo             <dir>/checkout (default)',
        'json             none (default)',
        'accept           <dir>/home/.agent/log until 2099-12-31: known (mam.config.yaml:8)',
      ]),
    );
  });

  test('shows what a preset comes to under its name, for this environment', async () => {
    write('use: [claude]\n');
    const env = { ...machine.env, CLAUDE_CONFIG_DIR: join(machine.dir, 'moved') };
    const { stdout } = await mam(machine, ['config', 'show'], { env });
    const shown = placed(stdout);
    expect(shown).toContain('watch            <dir>/moved (preset claude, mam.config.yaml:1)\n');
    // Without the variable, which is dropped, the tool falls back to its default: that is live too.
    expect(shown).toContain(' <dir>/home/.claude (preset claude, mam.config.yaml:1)\n');
    expect(shown).toContain(' /history.jsonl in <dir>/home/.claude (preset claude, mam.config.yaml:1)\n');
    expect(shown).toContain('drop-env         CLAUDE_CONFIG_DIR (preset claude, mam.config.yaml:1)\n');
  });

  test('--json gives the same as data', async () => {
    write('watch: [~/.agent]\nuse: [beads]\n');
    const { stdout } = await mam(machine, ['config', 'show', '--json']);
    const { file, options } = JSON.parse(stdout);
    expect(file).toBe(join(machine.checkout, 'mam.config.yaml'));
    expect(options.watch[0]).toEqual({
      value: join(machine.dir, 'home/.agent'),
      source: { from: 'file', file, line: 1, column: 9 },
    });
    expect(options.watch[1]).toMatchObject({ source: { from: 'preset', preset: 'beads', file, line: 2 } });
    expect(options['learn-idle']).toEqual({ value: 0, source: { from: 'default' } });
    expect(options.accept).toEqual([]);
  });

  test('without a configuration shows the defaults', async () => {
    const { status, stdout } = await mam(machine, ['config', 'show', '--json']);
    const { file, options } = JSON.parse(stdout);
    expect([status, file, options.watch, options.pin]).toEqual([
      0,
      null,
      [],
      { value: true, source: { from: 'default' } },
    ]);
  });

  test('of an invalid one is a failure', async () => {
    write('wach: [x]\n');
    expect(await mam(machine, ['config', 'show'])).toMatchObject({ status: 2, stdout: '' });
  });
});

test('the program brings the schema for editors, under its own name and that of the README', () => {
  const library = createRequire(import.meta.url).resolve('@mam/guard-session/config.schema.json');
  const copy = new URL('../../../dist/mam-config.schema.json', import.meta.url);
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(library, 'utf8'));
  const { exports } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(exports['./config.schema.json']).toBe('./dist/mam-config.schema.json');
});

test('the configuration in the README is valid', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  write(/```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '');
  expect(await mam(machine, ['config', 'check'])).toMatchObject({ status: 0 });
});

test('words and defaults are those of mam run', async () => {
  const program = createProgram({ command: null, exit: () => undefined });
  const run = program.commands.find((command) => command.name() === 'run') as Command;
  const declared = run.opts();
  for (const [name, value] of Object.entries(CONFIG_DEFAULTS)) {
    expect([name, declared[name] ?? (typeof value === 'boolean' ? false : null)]).toEqual([name, value]);
  }
  const { stdout } = await mam(machine, ['config', 'show', '--json']);
  const words = Object.keys(JSON.parse(stdout).options).filter((word) => word !== 'accept');
  const flags = run.options.flatMap(({ long }) => (long ? [long] : []));
  expect(words.filter((word) => !flags.includes(`--${word}`))).toEqual([]);
});
