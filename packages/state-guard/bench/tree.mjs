// The tree probe beside `find -printf` and Python's os.scandir, in one run: node bench/tree.mjs [files=100000] [rounds=3]
// Each is a process of its own, timed inside it but for find; memory is the peak of the process. Build the package first.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareTree, encodeTreeLook, lookTree } from '../dist/index.js';

const FILES_A_DIRECTORY = 100;
const PYTHON = `
import os, resource, sys, time
start = time.perf_counter(); entries = 0; waiting = [sys.argv[1]]
while waiting:
    with os.scandir(waiting.pop()) as directory:
        for entry in directory:
            entry.stat(follow_symlinks=False); entries += 1
            if entry.is_dir(follow_symlinks=False): waiting.append(entry.path)
elapsed = (time.perf_counter() - start) * 1000
print('[["python os.scandir + lstat", %f, %f]]' % (elapsed, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
`;
const CONTENDERS = [
  (root) => find(root),
  (root) => JSON.parse(run('python3', ['-c', PYTHON, root])),
  (root) => JSON.parse(run(process.execPath, [fileURLToPath(import.meta.url), '--measure', root])),
];

if (process.argv[2] === '--measure') measure(process.argv[3]);
else bench(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 3));

function bench(files, rounds) {
  const root = mkdtempSync(join(tmpdir(), 'mam-bench-tree-'));
  try {
    makeTree(root, files);
    console.log(`${files} files, ${FILES_A_DIRECTORY} a directory, best of ${rounds}, Node ${process.version}`);
    const best = new Map();
    for (let round = 0; round < rounds; round++) {
      for (const contender of CONTENDERS) {
        for (const [name, ms, mib] of contender(root)) {
          const [least = Number.POSITIVE_INFINITY] = best.get(name) ?? [];
          if (ms < least) best.set(name, [ms, mib]);
        }
      }
    }
    const [reference] = best.get('python os.scandir + lstat');
    for (const [name, [ms, mib]] of best) {
      const memory = mib === null ? '' : `${mib.toFixed(0)} MiB`;
      const ratio = (ms / reference).toFixed(2);
      console.log(
        `${name.padEnd(34)}${ms.toFixed(0).padStart(8)} ms${memory.padStart(10)}${ratio.padStart(8)} x python`,
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Both looks in one process, as a guard session has them; the peak after each. */
function measure(root) {
  const results = [];
  const timed = (name, work) => {
    const start = performance.now();
    const value = work();
    results.push([name, performance.now() - start, process.resourceUsage().maxRSS / 1024]);
    return value;
  };
  const before = timed('first look', () => lookTree(root));
  timed('second look, nothing changed', () => compareTree(before));
  for (let k = 0; k < 20; k++) appendFileSync(join(root, 'd0', `e${k}`, 'record-0.json'), '{"id":2}\n');
  const { observations } = timed('second look, 20 files appended to', () => compareTree(before));
  if (observations.length !== 20) throw new Error(`${observations.length} of 20 files were found`);
  timed('baseline encoded', () => encodeTreeLook(before));
  console.log(JSON.stringify(results));
}

function find(root) {
  const start = performance.now();
  execFileSync('find', [root, '-printf', '%p %s %T@ %C@ %i %m %U\\n'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return [['find -printf', performance.now() - start, null]];
}

function run(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function makeTree(root, files) {
  for (let made = 0, directory = 0; made < files; directory++) {
    const path = join(root, `d${Math.floor(directory / 100)}`, `e${directory % 100}`);
    mkdirSync(path, { recursive: true });
    for (let k = 0; k < FILES_A_DIRECTORY && made < files; k++, made++) {
      writeFileSync(join(path, `record-${k}.json`), '{"id":1}\n');
    }
  }
}
