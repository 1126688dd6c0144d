import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { GuardError } from '../guard-error.ts';
import { planSession } from '../session/plan.ts';
import { expandPreset } from './expand.ts';
import { PRESET_NAMES, type PresetName } from './names.ts';

const CONTEXT = { env: {}, home: '/nonexistent/home', cwd: '/nonexistent/c', checkout: '/nonexistent/c', uid: 1 };

test.each(PRESET_NAMES)('%s has absolute roots that need not exist, and says what moves it', (name) => {
  const { watch, redirects, notes, dropEnv } = expandPreset(name, CONTEXT);
  expect(watch.length).toBeGreaterThan(0);
  expect(watch.every(({ path }) => isAbsolute(path))).toBe(true);
  expect(redirects.length).toBeGreaterThan(0);
  expect(notes).toEqual([]);
  expect(new Set(dropEnv).size).toBe(dropEnv.length);
  expect(existsSync('/nonexistent')).toBe(false);
});

test('all of them together make one plan, each root once', () => {
  const plan = planSession({ cwd: '/', env: { HOME: '/nonexistent/home' }, use: [...PRESET_NAMES, ...PRESET_NAMES] });
  const paths = plan.treeWatches.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toContain('/nonexistent/home/.codex');
});

test('an unknown one is refused by name', () => {
  const refused = () => planSession({ use: ['vim' as PresetName] });
  expect(refused).toThrow(GuardError);
  expect(refused).toThrow(`There is no preset "vim"; use one of ${PRESET_NAMES.join(', ')}.`);
  expect(() => expandPreset('constructor' as PresetName, CONTEXT)).toThrow(GuardError);
});
