import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { probeContainment } from '../../containment/probe/probe.ts';
import { runGuarded } from '../run-guarded.ts';

const { available } = await probeContainment('contain');
let dir: string;
let plane: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-links-')));
  plane = join(dir, 'live/.mam');
  for (const path of [plane, join(dir, 'pool'), join(dir, 'home/dir'), join(dir, 'checkout/.git'), join(dir, 'tmp')])
    mkdirSync(path, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function contained(script: string, watch: string[] = []) {
  const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: join(dir, 'tmp'), WORKSPACE_ROOT: join(dir, 'live') };
  const options = { env, cwd: join(dir, 'checkout'), mode: 'contain', watch } as const;
  const { verdict } = await runGuarded(['sh', '-ec', script], options);
  expect(verdict.exitCode).toBe(0);
  return verdict.leaks.map(
    ({ change, entry, path, by, reason }) => `${change} ${entry} ${path.replace(`${dir}/`, '')} by ${by}: ${reason}`,
  );
}

describe.skipIf(!available)('links of a contained run', () => {
  test('a registry that is a link is judged as one, with the record that the run wrote', async () => {
    symlinkSync(join(dir, 'pool'), join(plane, 'jobs'));
    writeFileSync(join(plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n');
    const write = (name: string, record: string) => `echo '${record}' > ${plane}/jobs/${name}.json`;
    const leaks = await contained(
      [write('a', '{"prompt":"x"}'), write('b', '{"agent_session":"herdr:planner"}')].join('; '),
    );
    expect(leaks).toEqual([
      'added record live/.mam/jobs/a.json by run: no agent_session',
      'added record live/.mam/jobs/b.json by run: made by the run, for the registered agent session "herdr:planner"',
    ]);
    expect(readdirSync(join(dir, 'pool'))).toEqual([]);
  });

  test('a sessions file that is a link is read by its names', async () => {
    writeFileSync(join(dir, 'pool/sessions.yaml'), 'herdr_sessions:\n- name: planner\n');
    symlinkSync(join(dir, 'pool/sessions.yaml'), join(plane, 'agent-sessions.yaml'));
    const leaks = await contained(`echo '- name: ghost' >> ${plane}/agent-sessions.yaml`, [join(dir, 'pool')]);
    expect(leaks).toEqual([
      'added agent-session live/.mam/agent-sessions.yaml#ghost by run: an agent session registered by the run',
    ]);
  });

  test('a link by which a file was named is held back, when a save replaces it', async () => {
    const link = join(dir, 'home/settings');
    writeFileSync(join(dir, 'pool/settings'), 'real');
    symlinkSync('../pool/settings', link);
    const leaks = await contained(`echo test > ${dir}/home/new; mv ${dir}/home/new ${link}`, [link]);
    expect(leaks).toEqual(['modified file home/settings by run: type changed from symlink to file']);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(link, 'utf8')).toBe('real');
  });

  test.for([
    ['removed', 'rm link', 'removed symlink home/link by unknown: symbolic link removed'],
    [
      'replaced',
      'rm link; mkdir link',
      'modified directory home/link by unknown: type changed from symlink to directory',
    ],
    ['turned elsewhere', 'ln -sfn dir link', 'modified symlink home/link by unknown: changed: target'],
  ])('a link by which a directory was named is observed: %s', async ([, script, leak]) => {
    const link = join(dir, 'home/link');
    symlinkSync('../pool', link);
    expect(await contained(`echo x > ${link}/x; cd ${dir}/home; ${script}`, [link])).toEqual([
      leak,
      'added file pool/x by run: new file',
    ]);
    expect(readdirSync(join(dir, 'pool'))).toEqual([]);
  });
});
