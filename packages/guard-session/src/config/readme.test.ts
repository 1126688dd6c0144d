import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONFIG_KEYS } from './check/schema.ts';
import { makeProject, type Project } from './testing/project.ts';

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => project.remove());

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('every configuration in the README is valid, and the README names every key', () => {
  const examples = [...readme.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(0);
  for (const text of examples) {
    project.write(text);
    expect(project.load()?.file).toBe(project.file);
  }
  expect(CONFIG_KEYS.filter((key) => !readme.includes(`\`${key}\``))).toEqual([]);
});
