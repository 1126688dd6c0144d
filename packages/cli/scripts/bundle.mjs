// One file, so that a start costs one read; each command stays behind its own `import()` and is evaluated only when used.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/mam.ts'],
  outfile: 'dist/mam.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Names stay: a stack in a report of a fault must be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  // Bundled CommonJS (commander, yaml) asks for node's modules through `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
// For editors: whoever installs the program alone has no other copy.
copyFileSync(
  fileURLToPath(import.meta.resolve('@mam/guard-session/config.schema.json')),
  'dist/mam-config.schema.json',
);
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
