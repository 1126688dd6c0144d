import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Machine, type MamOptions, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const SUBMIT = ['submit', '--agent', 'claude', '--agent-session', 'herdr:planner'];
const job = (args: string[], options: MamOptions = {}) => mam(machine, ['job', ...args], options);
const record = (id: string) => JSON.parse(readFileSync(join(machine.plane, 'jobs', `${id}.json`), 'utf8'));

async function submitted(prompt = 'Review the parser'): Promise<string> {
  const { stdout } = await job([...SUBMIT, '--prompt', prompt]);
  return stdout.trim();
}

test('submit prints the id of a job that is in the registry and in the audit log', async () => {
  const prompt = `it's "quoted" $(touch pwned) \`id\`\n; second line`;
  const { status, stdout, stderr } = await job([...SUBMIT, '--prompt', prompt]);
  expect([status, stderr]).toEqual([0, '']);
  const id = stdout.trim();
  expect(record(id)).toMatchObject({ id, agent: 'claude', agent_session: 'herdr:planner', prompt, status: 'running' });
  expect(readdirSync(join(machine.plane, 'delegate_job_logs', id))).toEqual(['meta.json']);
  expect(existsSync(join(machine.checkout, 'pwned'))).toBe(false);
});

test('submit --json prints the record and its paths; flags say where it goes', async () => {
  const { stdout } = await job([...SUBMIT, '--prompt', 'p', '--registry-dir', 'mine/jobs', '--json']);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    record_path: join(machine.checkout, 'mine/jobs', `${report.id}.json`),
    log_dir: join(machine.checkout, 'mine/delegate_job_logs', report.id),
    prompt: 'p',
  });
  expect(existsSync(report.record_path)).toBe(true);
  expect(readdirSync(join(machine.plane, 'jobs'))).toEqual([]);
});

test('a prompt of any size and content comes from a file or from stdin', async () => {
  const prompt = `a\0b${'é'.repeat(512 * 1024)}\n`;
  const fromStdin = await job([...SUBMIT, '--prompt-file', '-'], { input: prompt });
  expect(record(fromStdin.stdout.trim()).prompt).toBe(prompt);
  const file = join(machine.dir, 'prompt.md');
  writeFileSync(file, prompt);
  const fromFile = await job([...SUBMIT, '--prompt-file', file]);
  expect(record(fromFile.stdout.trim()).prompt).toBe(prompt);
});

test('an agent session that is not registered is a warning, or a refusal', async () => {
  const args = ['submit', '--agent', 'claude', '--agent-session', 'herdr:nobody', '--prompt', 'p'];
  const warned = await job(args);
  expect([warned.status, warned.stderr]).toEqual([
    0,
    `mam: warning: agent session "herdr:nobody" is not registered in ${join(machine.plane, 'agent-sessions.yaml')}\n`,
  ]);
  const refused = await job([...args, '--require-session']);
  expect([refused.status, refused.stdout]).toEqual([2, '']);
  expect(readdirSync(join(machine.plane, 'jobs'))).toHaveLength(1);
});

describe('bad input has status 2, one line on stderr, and changes nothing', () => {
  test.each<[string, string[], string]>([
    ['no prompt', [...SUBMIT], 'There is no prompt'],
    ['an empty prompt', [...SUBMIT, '--prompt', ''], 'the prompt is empty'],
    ['two prompts', [...SUBMIT, '--prompt', 'p', '--prompt-file', 'f'], 'given twice'],
    [
      'a prompt file that is not there',
      [...SUBMIT, '--prompt-file', 'absent'],
      '"absent" cannot be read (ENOENT); give',
    ],
    ['no agent', ['submit', '--agent-session', 'herdr:planner', '--prompt', 'p'], "'--agent <name>' not specified"],
    ['a path as a session', [...SUBMIT.slice(0, 3), '--agent-session', 'herdr:../x', '--prompt', 'p'], 'is not valid'],
    ['an empty registry', [...SUBMIT, '--prompt', 'p', '--registry-dir', ''], '--registry-dir is empty'],
    ['an event without a type', ['event', 'x'], "'--type <type>' not specified"],
    ['an event of no job', ['event', 'nope', '--type', 't'], 'there is no job "nope"'],
    ['an event of a path', ['event', '../../x', '--type', 't'], 'job id "../../x" is not valid'],
    ['data that is not JSON', ['event', 'x', '--type', 't', '--data', '{a:1}'], '--data is not JSON'],
    ['a job that is not there', ['show', 'nope'], 'there is no job "nope"'],
    ['an unknown command', ['lst'], "unknown command 'lst'"],
  ])('%s', async (_, args, message) => {
    const { status, stdout, stderr } = await job(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^mam: /);
    expect(readdirSync(join(machine.plane, 'jobs'))).toEqual([]);
    expect(readdirSync(join(machine.plane, 'delegate_job_logs'))).toEqual([]);
  });

  test('a prompt file that is not UTF-8', async () => {
    const file = join(machine.dir, 'latin1');
    writeFileSync(file, Buffer.from([0x61, 0xe9]));
    const { status, stderr } = await job([...SUBMIT, '--prompt-file', file]);
    expect([status, stderr]).toEqual([2, `mam: The prompt in "${file}" is not UTF-8: convert it first.\n`]);
  });
});

test('what the machine refuses has status 1', async () => {
  writeFileSync(join(machine.dir, 'file'), '');
  const { status, stderr } = await job([...SUBMIT, '--prompt', 'p', '--registry-dir', join(machine.dir, 'file')]);
  expect(status).toBe(1);
  expect(stderr).toContain('is not a directory');
});

test('events are appended, and shown with the job', async () => {
  const id = await submitted('two\nlines\u001b[2J');
  expect(await job(['event', id, '--type', 'started'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const appended = await job(['event', id, '--type', 'done', '--data', '{"n": [1]}', '--json']);
  expect(JSON.parse(appended.stdout)).toMatchObject({ type: 'done', data: { n: [1] } });
  const shown = JSON.parse((await job(['show', id, '--json'])).stdout);
  expect(shown).toMatchObject({ id, prompt: 'two\nlines\u001b[2J', meta: { id }, other_lines: 0 });
  expect(shown.events.map(({ type }: { type: string }) => type)).toEqual(['started', 'done']);
  const text = (await job(['show', id])).stdout;
  expect(text).toContain('  two\n  lines\\u{1b}[2J\n');
  expect(text).toMatch(/Z {2}done {2}\{"n":\[1\]\}\n$/);
});

test('show says of a job without an audit log that it has none', async () => {
  const id = await submitted();
  rmSync(join(machine.plane, 'delegate_job_logs', id), { recursive: true });
  expect((await job(['show', id])).stdout).toContain(
    `${join(machine.plane, 'delegate_job_logs', id)} (no meta.json)\n`,
  );
});

test('list is a table in which no prompt breaks a line, or JSON', async () => {
  expect((await job(['list'])).stdout).toBe('ID  STATUS  AGENT  AGENT SESSION  CREATED  PROMPT\n');
  const first = await submitted('two\nlines\u001b[2J\u202e');
  const second = await submitted('x'.repeat(100));
  writeFileSync(join(machine.plane, 'jobs', 'torn.json'), '{"id":');
  const { stdout } = await job(['list']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
    ['ID', 'STATUS', 'PROMPT'],
    [first, 'running', 'two\\nlines\\u{1b}[2J\\u{202e}'],
    [second, 'running', `${'x'.repeat(59)}…`],
    ['torn', '-', '(it is not JSON)'],
  ]);
  const records = JSON.parse((await job(['list', '--json'])).stdout);
  expect(records).toMatchObject([{ id: first }, { id: second }, { id: 'torn', problem: 'it is not JSON' }]);
});

test.each([['submit'], ['event'], ['list'], ['show']])('mam job %s --help ends with an example', async (command) => {
  const { status, stdout } = await job([command, '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n\nExample:\n {2}.*mam job .*\n$/);
});
