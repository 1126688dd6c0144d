import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Playwright versions that the fixtures must work with: the newest, and the oldest that they claim. */
export type PlaywrightVersion = 'latest' | 'floor';

/** A `node_modules` with the packages of this repository as a user installs them, and one Playwright beside them. */
export interface Installed {
  /** Absolute path of the `node_modules`. */
  modules: string;
  /** The command line program of its Playwright. */
  cli: string;
  remove(): void;
}

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const require = createRequire(import.meta.url);
const NAMES: Record<PlaywrightVersion, string> = { latest: '@playwright/test', floor: 'playwright-floor' };

interface Manifest {
  name: string;
  files?: string[];
  dependencies?: Record<string, string>;
}

/** Copies what would be published: a linked package would be transpiled as if it were the user's own source. */
export function install(version: PlaywrightVersion): Installed {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'mam-e2e-')));
  const modules = join(directory, 'node_modules');
  for (const folder of readdirSync(PACKAGES).map((name) => join(PACKAGES, name))) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const to = join(modules, manifest.name);
    for (const file of ['package.json', ...(manifest.files ?? [])]) {
      if (existsSync(join(folder, file))) cpSync(join(folder, file), join(to, file), { recursive: true });
    }
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      if (!dependency.startsWith('@mam/')) link(join(folder, 'node_modules', dependency), join(modules, dependency));
    }
  }
  const playwright = dirname(require.resolve(`${NAMES[version]}/package.json`));
  link(playwright, join(modules, '@playwright/test'));
  link(dirname(require.resolve('vitest/package.json')), join(modules, 'vitest'));
  return {
    modules,
    cli: join(modules, '@playwright/test/cli.js'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function link(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(realpathSync(from), to);
}
