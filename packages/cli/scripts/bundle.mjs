// One file, so that a start costs one read; each command stays behind its own `import()` and is evaluated only when used.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/mam.ts'],
  outfile: 'dist/mam.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minifySyntax: true,
  legalComments: 'none',
  // Bundled CommonJS (commander, yaml) asks for node's modules through `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
