#!/usr/bin/env node
// node vectors/run.mjs generate <the seed's Python file>   makes golden.json again
// node vectors/run.mjs check                               holds the guard to golden.json
// node vectors/run.mjs mutations                           breaks the guard in many ways, and prints what each one breaks
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// Below node_modules, so that what is not bundled is found from there.
const cache = join(here, '..', 'node_modules', '.cache', 'vectors');
mkdirSync(cache, { recursive: true });
const outfile = join(cache, 'main.mjs');
await build({
  entryPoints: [join(here, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['esbuild', 'yaml'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
const { main } = await import(pathToFileURL(outfile).href);
process.exitCode = await main(here, process.argv.slice(2));
