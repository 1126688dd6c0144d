// The registry rule beside the same work in Python, in one run: node bench/registry.mjs [records=20000] [rounds=3]
// Each round is a process of its own. On a busy machine the CPU time says more. Build the package first.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLeaks, sessionNames, takeSnapshot } from '../dist/index.js';

const SESSIONS = 10_000;
const NEW_RECORDS = 1000;
const STEPS = [
  'first look',
  'nothing changed',
  'one new record',
  `${NEW_RECORDS} new records`,
  `${SESSIONS} session names`,
];

/** Two listings as sets, their difference, a record read for each new name, names by a pattern. */
const PYTHON = `
import json, os, re, resource, sys, time
top, new = sys.argv[1], int(sys.argv[2])
jobs, logs, names = (os.path.join(top, n) for n in ('jobs', 'delegate_job_logs', 'agent-sessions.yaml'))
results = []
def measured(work):
    start = time.perf_counter(); used = resource.getrusage(resource.RUSAGE_SELF); value = work(); now = resource.getrusage(resource.RUSAGE_SELF)
    results.append([(time.perf_counter() - start) * 1000, (now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime) * 1000])
    return value
def look():
    return {n for n in os.listdir(jobs) if n.endswith('.json')}, set(os.listdir(logs))
def known():
    with open(names, encoding='utf-8') as file:
        return {m.group(1) for m in map(re.compile('^- name:\\\\s*(\\\\S+)').match, file) if m}
def second(before):
    sessions, now = known(), look()
    records = {n[:-5]: os.path.join(jobs, n) for n in now[0]}
    found = []
    for name in now[0] - before[0]:
        with open(records[name[:-5]], encoding='utf-8') as file:
            if json.load(file).get('agent_session') not in sessions: found.append(name)
    return found
def add(count):
    for i in range(count):
        with open(os.path.join(jobs, 'py-%d-%d.json' % (count, i)), 'w') as file: file.write('{"prompt": "x"}')
before = measured(look)
measured(lambda: second(before))
add(1); assert len(measured(lambda: second(before))) == 1
add(new - 1); assert len(measured(lambda: second(before))) == new
assert len(measured(known)) == ${SESSIONS}
print(json.dumps(results))
`;

if (process.argv[2] === '--measure') measure(process.argv[3]);
else bench(Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 3));

function bench(records, rounds) {
  console.log(`${records} records and as many logs, best of ${rounds}, Node ${process.version}`);
  const best = { python: [], node: [] };
  for (let round = 0; round < rounds; round++) {
    keep(
      best.python,
      withPlane(records, (plane) => run('python3', ['-c', PYTHON, plane, String(NEW_RECORDS)])),
    );
    keep(
      best.node,
      withPlane(records, (plane) => run(process.execPath, [fileURLToPath(import.meta.url), '--measure', plane])),
    );
  }
  for (const [i, step] of STEPS.entries()) {
    const [[pythonMs, pythonCpu], [ms, cpu]] = [best.python[i], best.node[i]];
    const times = `${ms.toFixed(1)} ms, python ${pythonMs.toFixed(1)}, ${(ms / pythonMs).toFixed(2)} x`;
    const work = `CPU ${cpu.toFixed(1)} ms, python ${pythonCpu.toFixed(1)}, ${(cpu / pythonCpu).toFixed(2)} x`;
    console.log(`${step.padEnd(22)}${times.padEnd(42)}${work}`);
  }
}

function keep(best, results) {
  for (const [i, [ms, cpu]] of results.entries()) {
    const known = best[i] ?? [ms, cpu];
    best[i] = [Math.min(ms, known[0]), Math.min(cpu, known[1])];
  }
}

function withPlane(records, work) {
  const plane = join(mkdtempSync(join(tmpdir(), 'mam-bench-registry-')), '.mam');
  try {
    for (const directory of ['jobs', 'delegate_job_logs']) mkdirSync(join(plane, directory), { recursive: true });
    for (let i = 0; i < records; i++) {
      writeFileSync(join(plane, 'jobs', `job-${i}.json`), '{"agent_session": "herdr:session-1", "prompt": "x"}');
      writeFileSync(join(plane, 'delegate_job_logs', `job-${i}`), '');
    }
    const items = Array.from(
      { length: SESSIONS },
      (_, i) => `- name: session-${i}\n  agent: claude\n  cwd: /home/u/w\n`,
    );
    writeFileSync(join(plane, 'agent-sessions.yaml'), `herdr_sessions:\n${items.join('')}`);
    // A stamp counts when it is two seconds old.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
    return work(plane);
  } finally {
    rmSync(join(plane, '..'), { recursive: true, force: true });
  }
}

function run(command, args) {
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
}

/** All looks in one process, as a guard session has them. */
function measure(plane) {
  const results = [];
  const measured = (work) => {
    const start = performance.now();
    const used = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(used);
    results.push([performance.now() - start, (user + system) / 1000]);
    return value;
  };
  const add = (count) => {
    for (let i = 0; i < count; i++) writeFileSync(join(plane, 'jobs', `node-${count}-${i}.json`), '{"prompt": "x"}');
  };
  const before = measured(() => takeSnapshot([plane], {}));
  const expectLeaks = (count) => {
    const { length } = measured(() => findLeaks([plane], before, {}));
    if (length !== count) throw new Error(`${length} leaks were found, not ${count}.`);
  };
  expectLeaks(0);
  add(1);
  expectLeaks(1);
  add(NEW_RECORDS - 1);
  expectLeaks(NEW_RECORDS);
  measured(() => sessionNames(join(plane, 'agent-sessions.yaml')));
  console.log(JSON.stringify(results));
}
