import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

export interface Manifest {
  name: string;
  private?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export interface WorkspacePackage {
  /** Folder below the root, as in `packages/report`. */
  folder: string;
  manifest: Manifest;
  /** TypeScript files of `src`, relative to the root. */
  sources: string[];
}

/** Every package of the workspace, `e2e` included. */
export function workspacePackages(): WorkspacePackage[] {
  const folders = [...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`), 'e2e'];
  // Of a package that is no more, a checkout keeps what git ignores.
  const living = folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json')));
  return living.map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')),
    sources: filesBelow(join(folder, folder === 'e2e' ? '.' : 'src')).filter((file) => file.endsWith('.ts')),
  }));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** The module names that a TypeScript source imports, by any form. */
export function importsOf(file: string): string[] {
  // Examples in docstrings import what a user would.
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
  const forms =
    /(?:^|[;\s])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(forms)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}
