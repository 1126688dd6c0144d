// The tree probe beside `find -printf` and Python's os.scandir, in one run: node bench/tree.mjs [files=100000] [rounds=3]
// Each is a process of its own; memory is its peak. On a busy machine the CPU time says more. Build the package first.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareTree, encodeTreeLook, lookTree } from '../dist/index.js';

const FILES_A_DIRECTORY = 100;
const PYTHON = `
import json, os, resource, subprocess, sys, time
def measured(name, who, work):
    start = time.perf_counter(); used = resource.getrusage(who); work(); now = resource.getrusage(who)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return [name, (time.perf_counter() - start) * 1000, cpu * 1000, now.ru_maxrss / 1024]
def find():
    subprocess.run(['find', sys.argv[1], '-printf', '%p %s %T@ %C@ %i %m %U\\\\n'], stdout=subprocess.DEVNULL, check=True)
def scandir():
    waiting = [sys.argv[1]]
    while waiting:
        with os.scandir(waiting.pop()) as directory:
            for entry in directory:
                entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False): waiting.append(entry.path)
print(json.dumps([measured('find -printf', resource.RUSAGE_CHILDREN, find), measured('python os.scandir + lstat', resource.RUSAGE_SELF, scandir)]))
`;
const CONTENDERS = [
  (root) => JSON.parse(run('python3', ['-c', PYTHON, root])),
  (root) => JSON.parse(run(process.execPath, [fileURLToPath(import.meta.url), '--measure', root])),
];

if (process.argv[2] === '--measure') measure(process.argv[3]);
else bench(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 3));

function bench(files, rounds) {
  const root = mkdtempSync(join(tmpdir(), 'mam-bench-tree-'));
  try {
    makeTree(root, files);
    console.log(
      `${files} files, ${FILES_A_DIRECTORY} a directory, best of ${rounds}, x beside python, Node ${process.version}`,
    );
    const best = new Map();
    for (let round = 0; round < rounds; round++) {
      for (const contender of CONTENDERS) {
        for (const [name, ms, cpu, mib] of contender(root)) {
          const known = best.get(name) ?? [ms, cpu, mib];
          best.set(name, [Math.min(ms, known[0]), Math.min(cpu, known[1]), Math.max(mib, known[2])]);
        }
      }
    }
    const python = best.get('python os.scandir + lstat');
    const cell = (value, unit, width) => `${value} ${unit}`.padStart(width);
    for (const [name, [ms, cpu, mib]] of best) {
      const times = `${cell(ms.toFixed(0), 'ms', 10)}${cell((ms / python[0]).toFixed(2), 'x', 8)}`;
      const work = `${cell(cpu.toFixed(0), 'ms of CPU', 17)}${cell((cpu / python[1]).toFixed(2), 'x', 8)}`;
      console.log(`${name.padEnd(34)}${times}${work}${cell(mib.toFixed(0), 'MiB', 10)}`);
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
    const used = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(used);
    results.push([name, performance.now() - start, (user + system) / 1000, process.resourceUsage().maxRSS / 1024]);
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
