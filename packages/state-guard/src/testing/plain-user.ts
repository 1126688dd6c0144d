import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The user `nobody` of most systems; any that owns nothing does. */
const NOBODY = 65534;

/**
 * Runs a script as a user to whom permissions apply, and gives what it returns: root may read everything. The script is
 * the body of a function of `guard`, the package itself, and `fs`.
 *
 * @param directory a place of the test's own, where the script may write: its working directory
 */
export async function asPlainUser(directory: string, script: string): Promise<unknown> {
  const tools = join(directory, 'tools');
  mkdirSync(tools);
  await build({
    entryPoints: [fileURLToPath(new URL('../index.ts', import.meta.url))],
    outfile: join(tools, 'guard.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const main = join(tools, 'main.mjs');
  // Root starts it, and it becomes the other user: that one may not reach where Node or the modules lie.
  const drop = `if (process.getuid?.() === 0) { process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY}); }`;
  const body = `import * as fs from 'node:fs'; import * as guard from './guard.mjs';\n${drop}\n`;
  writeFileSync(main, `${body}console.log(JSON.stringify(((guard, fs) => {${script}})(guard, fs)));\n`);
  chmodSync(directory, 0o777);
  const printed = execFileSync(process.execPath, [main], { cwd: directory, encoding: 'utf8' });
  return JSON.parse(printed);
}
