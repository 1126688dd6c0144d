import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, ROOT, workspacePackages } from './workspace.ts';

/** What each package may import of this workspace: arrows point up the design's list only. */
const MAY_IMPORT: Record<string, string[]> = {
  '@mam/registry-paths': [],
  '@mam/state-guard': ['@mam/registry-paths'],
  '@mam/control-plane': ['@mam/registry-paths'],
  '@mam/guard-session': ['@mam/registry-paths', '@mam/state-guard'],
  '@mam/report': ['@mam/state-guard'],
  '@mam/fixtures': [
    '@mam/registry-paths',
    '@mam/state-guard',
    '@mam/control-plane',
    '@mam/guard-session',
    '@mam/report',
  ],
  '@mam/cli': ['@mam/registry-paths', '@mam/state-guard', '@mam/control-plane', '@mam/guard-session', '@mam/report'],
};

const packages = workspacePackages();
const libraries = packages.filter(({ manifest }) => manifest.name !== '@mam/e2e');

test('every package stands in the list of directions', () => {
  expect(libraries.map(({ manifest }) => manifest.name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

describe.each(libraries.map((entry) => [entry.manifest.name, entry] as const))(
  '%s',
  (name, { folder, manifest, sources }) => {
    const allowed = MAY_IMPORT[name] ?? [];

    test('depends only on packages above it', () => {
      const declared = [manifest.dependencies, manifest.peerDependencies, manifest.devDependencies]
        .flatMap((list) => Object.keys(list ?? {}))
        .filter((dependency) => dependency.startsWith('@mam/'));
      expect(declared.filter((dependency) => !allowed.includes(dependency))).toEqual([]);
    });

    test('imports only packages above it, and its own files only by relative path', () => {
      const wrong = sources.flatMap((file) =>
        importsOf(file)
          .filter((specifier) =>
            specifier.startsWith('@mam/')
              ? !allowed.includes(specifier.split('/').slice(0, 2).join('/'))
              : specifier.startsWith('.') && relative(folder, join(dirname(file), specifier)).startsWith('..'),
          )
          .map((specifier) => `${file} imports ${specifier}`),
      );
      expect(wrong).toEqual([]);
    });

    test('leaves Playwright to the fixtures', () => {
      const users = sources.filter((file) => importsOf(file).some((specifier) => specifier.includes('playwright')));
      if (name !== '@mam/fixtures') expect(users).toEqual([]);
    });
  },
);

test('state-guard decides: it never spawns and never reads the environment', () => {
  const sources = packages.find(({ folder }) => folder === 'packages/state-guard')?.sources ?? [];
  expect(sources.length).toBeGreaterThan(0);
  const decisive = sources.filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'));
  const offenders = decisive.filter((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return /child_process|process\.env/.test(code);
  });
  expect(offenders).toEqual([]);
});
