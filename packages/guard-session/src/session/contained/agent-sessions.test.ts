import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { probeContainment } from '../../containment/probe/probe.ts';
import { runGuarded } from '../run-guarded.ts';

const { available } = await probeContainment('contain');
let dir: string;
let plane: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-contained-')));
  plane = join(dir, 'live/.mam');
  for (const path of [join(plane, 'jobs'), join(dir, 'checkout/.git'), join(dir, 'tmp')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n- name: other\n');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function contained(script: string) {
  const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: join(dir, 'tmp'), WORKSPACE_ROOT: join(dir, 'live') };
  const { verdict } = await runGuarded(['sh', '-c', script], { env, cwd: join(dir, 'checkout'), mode: 'contain' });
  const lines = (findings: typeof verdict.leaks) =>
    findings.map(({ change, path, by }) => `${change} ${path.replace(`${plane}/`, '')} by ${by}`);
  return { leaks: lines(verdict.leaks), suspects: lines(verdict.suspects) };
}

describe.skipIf(!available)('agent sessions of a contained run', () => {
  test('that came and went in its layer are its leaks, and the file is not told again', async () => {
    const { leaks, suspects } = await contained(
      `printf 'herdr_sessions:\\n- name: planner\\n- name: ghost\\n' > ${plane}/agent-sessions.yaml`,
    );
    expect(leaks).toEqual(['added agent-sessions.yaml#ghost by run', 'removed agent-sessions.yaml#other by run']);
    expect(suspects).toEqual([]);
  });

  test('that others register meanwhile are not blamed on it', async () => {
    const live = `while [ ! -e ${dir}/tmp/runs ]; do sleep .02; done
      printf -- '- name: live\\n' >> ${plane}/agent-sessions.yaml; touch ${dir}/tmp/written`;
    const writer = spawn('sh', ['-c', live], { stdio: 'ignore' });
    onTestFinished(() => void writer.kill('SIGKILL'));
    const { leaks, suspects } = await contained(
      `printf -- '- name: ghost\\n' >> ${plane}/agent-sessions.yaml; touch ${dir}/tmp/runs
       while [ ! -e ${dir}/tmp/written ]; do sleep .02; done`,
    );
    const all = [...leaks, ...suspects];
    expect(all).toContain('added agent-sessions.yaml#ghost by run');
    expect(all).toContain('added agent-sessions.yaml#live by others');
    expect(all.filter((line) => line.startsWith('removed') || line.includes('#live by run'))).toEqual([]);
  });
});
