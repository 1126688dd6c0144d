// What a guarded run costs beside the bare command, and containment beside observing: medians of rounds that take turns, and
// ratios of one run. usage: node run.mjs [rounds] [entries of the large tree]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 9);
const large = Number(process.argv[3] ?? 100_000);
const mam = fileURLToPath(new URL('../bin/mam.js', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'mam-bench-'));

try {
  const checkout = join(dir, 'checkout');
  mkdirSync(join(checkout, '.git'), { recursive: true });
  const small = makeTree('small', 10);
  const big = makeTree('large', large);
  const run = (...flags) => [process.execPath, mam, 'run', ...flags, '--', 'true'];
  const hasBwrap = spawnSync('bwrap', ['--version']).status === 0;
  // Of its overlay options, which came with 0.11, a distribution may have none.
  const hasOverlay = hasBwrap && spawnSync('bwrap', ['--help'], { encoding: 'utf8' }).stdout.includes('--tmp-overlay');
  measure(checkout, {
    'node -e 0': [process.execPath, '-e', '0'],
    'mam --version': [process.execPath, mam, '--version'],
    'mam run -- true': run(),
  });
  measure(checkout, {
    'observe, 10 entries': run('-w', small),
    'contain, 10 entries': run('-w', small, '--mode', 'contain'),
    [`observe, ${large} entries`]: run('-w', big),
    [`contain, ${large} entries`]: run('-w', big, '--mode', 'contain'),
  });
  if (hasBwrap) {
    measure(checkout, {
      'bwrap that binds': ['bwrap', '--dev-bind', '/', '/', 'true'],
      ...(hasOverlay && {
        'bwrap with an overlay on 10 entries': [
          ...['bwrap', '--dev-bind', '/', '/', '--overlay-src', small, '--tmp-overlay', small, 'true'],
        ],
      }),
      'contain, 10 entries': run('-w', small, '--mode', 'contain'),
    });
    if (!hasOverlay) console.log('this bwrap has no overlay: it is compared as it binds\n');
  } else console.log('bwrap is not installed: no comparison with it\n');
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function makeTree(name, entries) {
  const root = join(dir, name);
  for (let start = 0; start < entries; start += 1000) {
    const folder = join(root, `d${start}`);
    mkdirSync(folder, { recursive: true });
    for (let i = start; i < Math.min(entries, start + 1000); i++) writeFileSync(join(folder, `f${i}`), '');
  }
  return root;
}

function measure(cwd, commands) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [command, ...args]] of Object.entries(commands)) {
      const start = process.hrtime.bigint();
      const { status } = spawnSync(command, args, { cwd, stdio: 'ignore' });
      // The first round only warms the caches.
      if (round > 0) times[name].push(status === 0 ? Number(process.hrtime.bigint() - start) / 1e6 : Number.NaN);
    }
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const first = median(Object.values(times)[0]);
  for (const [name, values] of Object.entries(times)) {
    console.log(
      `${name.padEnd(36)} ${median(values).toFixed(1).padStart(8)} ms   ${(median(values) / first).toFixed(2)}x`,
    );
  }
  console.log();
}
