import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESET_NAMES } from '@mam/guard-session';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guarded, type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
let home: string;
beforeEach(() => {
  machine = makeMachine();
  home = machine.env.HOME ?? '';
  mkdirSync(join(home, '.hermes/logs'), { recursive: true });
  mkdirSync(join(home, '.codex'));
});
afterEach(() => machine.remove());

test('--use watches the tools, drops their variables, and says what is odd', async () => {
  const script = `[ -z "$\{HERMES_HOME+set}$\{CODEX_HOME+set}" ] && echo x > "$HOME/.hermes/.env" && echo x > "$HOME/.codex/auth.json"
    echo x > "$HOME/.hermes/logs/gateway.log"`;
  const env = { ...machine.env, HERMES_HOME: join(home, '.hermes'), CODEX_HOME: '' };
  const { status, report, stderr } = await guarded(machine, script, ['--use', 'hermes', '--use', 'codex'], { env });
  expect(status).toBe(3);
  expect(report.leaks.map(({ path }) => path)).toEqual([join(home, '.codex/auth.json'), join(home, '.hermes/.env')]);
  expect(report.binding.dropped).toEqual(expect.arrayContaining(['CODEX_HOME', 'HERMES_HOME']));
  expect(stderr).toContain('CODEX_HOME is set but empty');
});

test('an unknown preset is named with those that there are', async () => {
  const { status, stderr } = await mam(machine, ['run', '--use', 'vim', '--', 'true']);
  expect(status).toBe(2);
  expect(stderr).toContain(`argument 'vim' is invalid. Give one of ${PRESET_NAMES.join(', ')}.`);
});

test('help lists the presets', async () => {
  const { stdout } = await mam(machine, ['run', '--help']);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`(repeatable): ${PRESET_NAMES.join(', ')}`);
});

test('a temporary directory inside a control plane is refused before anything runs', async () => {
  const env = { ...machine.env, TMPDIR: join(home, '.hermes') };
  const { status, stderr } = await mam(machine, ['run', '--use', 'hermes', '--', 'touch', join(home, 'ran')], { env });
  expect(status).toBe(2);
  expect(stderr).toContain('lies inside the control plane');
  expect(existsSync(join(home, 'ran'))).toBe(false);
});

test('snapshot and env take presets too', async () => {
  const env = { ...machine.env, HERMES_HOME: join(home, '.hermes') };
  const baseline = join(machine.dir, 'baseline');
  expect((await mam(machine, ['snapshot', '-o', baseline, '--use', 'hermes'], { env })).status).toBe(0);
  writeFileSync(join(home, '.hermes/.env'), 'x');
  const { status, stderr } = await mam(machine, ['check', '--since', baseline], { env });
  expect(status).toBe(3);
  expect(stderr).toContain(join(home, '.hermes/.env'));
  const lines = await mam(machine, ['env', '--use', 'hermes'], { env });
  expect(lines.stdout.split('\n')).toContain('unset HERMES_HOME');
});
