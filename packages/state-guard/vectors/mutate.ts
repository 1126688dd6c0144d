import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Guard } from './model.ts';
import type { Mutation } from './mutations.ts';

/** A bundle takes the plain `require` of the source, which an ES module has not. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

let bundles = 0;

/**
 * Builds the guard with one mutation, or without any, and loads it. The source is patched on its way into the bundle and
 * stays as it is on the disk.
 *
 * @param root the directory of the package
 */
export async function mutated(root: string, mutation: Mutation | null): Promise<Guard> {
  const directory = join(root, 'node_modules', '.cache', 'vectors');
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, `guard-${process.pid}-${bundles++}.mjs`);
  await build({
    entryPoints: [join(root, 'vectors', 'guard.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['yaml'],
    banner: { js: REQUIRE },
    plugins: mutation ? [patch(join(root, 'src', mutation.file), mutation)] : [],
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as Guard;
  } finally {
    rmSync(outfile);
  }
}

function patch(path: string, { what, file, from, to }: Mutation): Plugin {
  const source = readFileSync(path, 'utf8');
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Error(`The mutation "${what}" finds its piece ${places} times in src/${file}, not once.`);
  return {
    name: 'patch',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
        loaded === path ? { contents: source.replace(from, () => to), loader: 'ts' } : null,
      );
    },
  };
}
