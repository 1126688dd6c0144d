import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guarded, type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
let file: string;
beforeEach(() => {
  machine = makeMachine();
  file = join(machine.checkout, 'mam.config.yaml');
  mkdirSync(join(machine.dir, 'home/.agent'));
});
afterEach(() => machine.remove());

const watching = () => ['-w', join(machine.dir, 'home/.agent')];
const text = () => readFileSync(file, 'utf8');

test('a suite with debts passes from its second run on, and fails again for a new one', async () => {
  const record = `echo '{}' > ${machine.plane}/jobs/old.json`;
  const debts = `rm -f ${machine.plane}/jobs/old.json ~/.agent/x; ${record}; touch ~/.agent/x`;
  const first = await guarded(machine, debts, [...watching(), '--write-accept']);
  expect(first.status).toBe(3);
  const until = /until (\S+) in/.exec(first.stderr)?.[1];
  expect(first.stderr.replaceAll(machine.dir, '<dir>')).toContain(
    `mam: 2 entries until ${until} in <dir>/checkout/mam.config.yaml; say there why, or mend the test:
  accepted ~/.agent/x
  accepted <dir>/live/.mam/jobs/old.json
`,
  );
  expect(text()).toContain('  - path: ~/.agent/x\n    reason: "TODO: say why (new file)"\n');
  const fresh = `rm ${machine.plane}/jobs/old.json ~/.agent/x`;
  expect((await guarded(machine, fresh, ['--no-config'])).status).toBe(0);
  const second = await guarded(machine, debts, watching());
  expect([second.status, second.report.excused.length]).toEqual([0, 2]);
  const third = await guarded(machine, 'touch ~/.agent/new', [...watching(), '--write-accept']);
  expect(third.status).toBe(3);
  expect((text().match(/- path/g) ?? []).length).toBe(3);
});

test('the exit status stays that of the run, also of one without findings', async () => {
  const clean = await guarded(machine, 'exit 0', ['--write-accept']);
  expect([clean.status, existsSync(file)]).toEqual([0, false]);
  expect(clean.stderr).toContain('mam: Nothing was found that could be accepted.\n');
  const failed = await guarded(machine, 'touch ~/.agent/x; exit 7', [...watching(), '--write-accept']);
  expect([failed.status, existsSync(file)]).toEqual([7, true]);
});

test('suspects are accepted where they fail, under --strict', async () => {
  const script = `echo '- name: new' >> ${machine.plane}/agent-sessions.yaml`;
  const plain = await guarded(machine, script, ['--write-accept']);
  expect([plain.status, plain.report.suspects.length, existsSync(file)]).toEqual([0, 1, false]);
  const again = `echo '- name: other' >> ${machine.plane}/agent-sessions.yaml`;
  expect((await guarded(machine, again, ['--strict', '--write-accept'])).status).toBe(3);
  expect(text()).toContain(`- path: ${machine.plane}/agent-sessions.yaml#other\n`);
});

test('it joins the configuration that counts, comments kept', async () => {
  writeFileSync(file, 'watch: [~/.agent]   # ours\n');
  const inner = join(machine.checkout, 'inner');
  mkdirSync(inner);
  await guarded(machine, 'touch ~/.agent/x', ['--write-accept'], { cwd: inner });
  expect(text().split('\n').slice(0, 3)).toEqual(['watch: [~/.agent]   # ours', 'accept:', '  - path: ~/.agent/x']);
});

test('what forbids it is said before the run, or after it when it came up meanwhile', async () => {
  const marker = join(machine.dir, 'ran');
  const refused = await mam(machine, ['run', '--write-accept', '--no-config', '--', 'touch', marker]);
  expect([refused.status, existsSync(marker)]).toEqual([2, false]);
  expect(refused.stderr).toBe('mam: --write-accept writes into the configuration; take --no-config out.\n');
  const script = `touch ~/.agent/x; mkdir ${file}`;
  const late = await guarded(machine, script, [...watching(), '--write-accept']);
  expect(late.status).toBe(3);
  expect(late.stderr).toContain(`mam: Nothing was accepted: The configuration "${file}" is a directory;`);
});

test.skipIf(process.getuid?.() === 0)('a checkout that cannot be written is refused (root can write it)', async () => {
  chmodSync(machine.checkout, 0o555);
  const { status, stderr } = await mam(machine, ['run', '--write-accept', '--', 'true']);
  chmodSync(machine.checkout, 0o755);
  expect(status).toBe(2);
  expect(stderr).toContain('--write-accept');
});
