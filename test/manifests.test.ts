import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, workspacePackages } from './workspace.ts';

/** The fields of a published package, in their order. */
const FIELDS = [
  'name',
  'version',
  'description',
  'license',
  'keywords',
  'type',
  'exports',
  'files',
  'sideEffects',
  'engines',
  'bin',
  'scripts',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'devDependencies',
  'publishConfig',
];
const OPTIONAL = ['bin', 'dependencies', 'peerDependencies', 'peerDependenciesMeta', 'devDependencies'];

const published = workspacePackages().filter(({ manifest }) => !manifest.private);

describe.each(published.map((entry) => [entry.manifest.name, entry] as const))('%s', (_name, { folder, manifest }) => {
  test('has the same fields in the same order as every other package', () => {
    const expected = FIELDS.filter((field) => field in manifest || !OPTIONAL.includes(field));
    expect(Object.keys(manifest)).toEqual(expected);
  });

  test('is an ESM package whose every entry has types and a default', () => {
    expect(manifest.type).toBe('module');
    const entries = Object.entries(manifest.exports as Record<string, unknown>).filter(
      ([key]) => !key.endsWith('.json'),
    );
    for (const [, target] of entries) expect(Object.keys(target as object)).toEqual(['types', 'default']);
  });

  test('has a README', () => {
    expect(existsSync(join(ROOT, folder, 'README.md'))).toBe(true);
  });
});
