// Every measurement of the repository: each file `packages/*/bench/*.mjs` prints ratios of things run side by side.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.env.TURBO_TELEMETRY_DISABLED = '1';
const build = spawnSync('turbo', ['run', 'build'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(1);
for (const name of readdirSync(join(root, 'packages')).sort()) {
  const folder = join(root, 'packages', name, 'bench');
  if (!existsSync(folder)) continue;
  for (const file of readdirSync(folder)
    .filter((entry) => entry.endsWith('.mjs'))
    .sort()) {
    console.log(`\n== ${name}/bench/${file}`);
    const { status } = spawnSync(process.execPath, [join(folder, file)], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
