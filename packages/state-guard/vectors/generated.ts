import type { Binding, BindingVariable } from '@mam/registry-paths';
import type { Case, Step } from './model.ts';
import { type Random, random } from './random.ts';
import { json, sessions } from './trees.ts';

const PLACES = ['repo', 'live', 'other'] as const;
const SESSIONS = ['planner', 'worker-1', 'рабочий', '007'] as const;
const NAMES = [
  'j1',
  'j2',
  'j3',
  'job-4',
  'j\u00e9',
  '\u{1f600}',
  '\uffee',
  'a b',
  'J1',
  '.h',
  'j1.json',
  'j.2',
] as const;
const PROMPTS = ['p', 'x'.repeat(70), '\u{1f600}'.repeat(70), 'two\nlines', '', 'né "quoted" \\'] as const;

/** A tree by chance, the same for the same number. It keeps out of what the guard deliberately does otherwise. */
export function generatedCase(number: number): Case {
  const r = random(number);
  const before: Step[] = [
    ['dir', 'repo'],
    ['dir', 'pool/tasks'],
    ['dir', 'pool/trail'],
    ['file', 'file', ''],
  ];
  for (const place of PLACES) {
    if (!r.chance(0.8)) continue;

    before.push(...controlPlane(`${place}/.mam`, r));
  }
  before.push(
    ['link', 'alias', `$T/${r.pick(PLACES)}`],
    ['link', 'dangling', '$T/nowhere'],
    ['link', 'tasks-link', 'pool/tasks'],
  );
  const during: Step[] = [];
  for (let i = r.below(7); i >= 0; i--) during.push(...happening(r));
  const cwd = r.pick(['repo', '.', 'pool']);
  return {
    id: `generated ${number}`,
    repo: 'repo',
    cwd,
    recorded: recorded(r, cwd),
    before,
    during: withoutClashes(before, during),
  };
}

function controlPlane(root: string, r: Random): Step[] {
  const steps: Step[] = [['dir', root]];
  if (r.chance(0.8)) steps.push(['dir', `${root}/jobs`]);
  if (r.chance(0.8)) steps.push(['dir', `${root}/delegate_job_logs`]);
  if (r.chance(0.8)) steps.push(sessionsFile(root, r));
  for (let i = r.below(4); i > 0; i--) steps.push(entry(root, r));
  return steps;
}

function sessionsFile(root: string, r: Random): Step {
  return sessions(`${root}/agent-sessions.yaml`, ...SESSIONS.filter(() => r.chance(0.5)));
}

/** A record, an audit log or something beside them. */
function entry(root: string, r: Random): Step {
  const name = r.pick(NAMES);
  switch (r.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return json(`${root}/jobs/${name}.json`, job(r));
    case 4:
    case 5:
      return json(`${root}/delegate_job_logs/${name}/meta.json`, job(r));
    case 6:
      return ['dir', `${root}/delegate_job_logs/${name}`];
    case 7:
      return json(`pool/tasks/${name}.json`, job(r));
    case 8:
      return json(`pool/trail/${name}/meta.json`, job(r));
    default:
      return ['file', `${root}/jobs/${name}${r.pick(['', '.tmp', '.JSON', 'json'])}`, '{}'];
  }
}

function job(r: Random): Record<string, string | null> {
  const record: Record<string, string | null> = {};
  if (r.chance(0.8)) record.prompt = r.pick(PROMPTS);
  if (r.chance(0.1)) record.agent_session = r.pick([null, '']);
  else if (r.chance(0.85)) {
    const prefix = r.pick(['', 'herdr:', 'remote:', 'herdr:herdr:', 'zellij:']);
    record.agent_session = prefix + r.pick([...SESSIONS, 'stranger'] as const);
  }
  return record;
}

/** Something that happens between the two looks. */
function happening(r: Random): Step[] {
  const root = `${r.pick(PLACES)}/.mam`;
  const roll = r.below(20);
  if (roll < 13) return [entry(root, r)];
  if (roll < 15) return [sessionsFile(root, r)];
  if (roll < 17) return [['rm', `${root}/jobs/${r.pick(NAMES)}.json`]];
  if (roll === 17) return [['rm', `${root}/${r.pick(['jobs', 'delegate_job_logs'])}`]];
  if (roll === 18) return [['rm', root]];
  // A job as it is delegated: record, then log.
  const id = r.pick(NAMES);
  return [json(`${root}/jobs/${id}.json`, job(r)), json(`${root}/delegate_job_logs/${id}/meta.json`, {})];
}

function recorded(r: Random, cwd: string): Binding {
  const binding: Binding = {};
  const set = (name: BindingVariable, values: readonly [string, ...string[]]): void => {
    if (r.chance(0.6)) binding[name] = spelled(r.pick(values), r, cwd);
  };
  set('WORKSPACE_ROOT', ['live', 'live', 'other', 'repo', 'alias', 'dangling', 'file', 'nowhere', '']);
  set('MAM_JOBS_DIR', [
    'live/.mam/jobs',
    'other/.mam/jobs',
    'live/.mam/tasks',
    'pool/tasks',
    'tasks-link',
    'alias/.mam/jobs',
    'dangling',
    'file',
    '',
  ]);
  set('DELEGATE_JOB_LOGS_DIR', [
    'live/.mam/delegate_job_logs',
    'other/.mam/delegate_job_logs',
    'pool/trail',
    'nowhere/logs',
    'file',
    '',
  ]);
  set('AGENT_SESSIONS_YAML', [
    'live/.mam/agent-sessions.yaml',
    'other/.mam/agent-sessions.yaml',
    'nowhere.yaml',
    'pool',
    '',
  ]);
  return binding;
}

/** The same place, absolute or relative to the cwd, with or without what changes nothing. */
function spelled(path: string, r: Random, cwd: string): string {
  if (path === '') return '';
  const end = r.chance(0.1) && path !== 'file' ? '/' : '';
  if (r.chance(0.25)) return (cwd === '.' ? path : `../${path}`) + end;
  return `$T/${r.chance(0.1) ? 'pool/../' : ''}${path}${end}`;
}

/** Leaves out the steps that cannot be taken: to remove what is not there, or to make a file where a directory is. */
function withoutClashes(before: readonly Step[], during: readonly Step[]): Step[] {
  const made = new Map<string, 'dir' | 'file'>();
  const make = ([what, path]: Step): boolean => {
    if (what === 'rm') {
      const inside = [...made.keys()].filter((known) => known === path || known.startsWith(`${path}/`));
      for (const known of inside) made.delete(known);
      return inside.length > 0;
    }
    const parents = path
      .split('/')
      .slice(0, -1)
      .map((_, i, names) => names.slice(0, i + 1).join('/'));
    const kind = what === 'dir' ? 'dir' : 'file';
    if (parents.some((parent) => made.get(parent) === 'file') || (made.get(path) ?? kind) !== kind) return false;
    for (const parent of parents) made.set(parent, 'dir');
    made.set(path, kind);
    return true;
  };
  for (const step of before) make(step);
  return during.filter(make);
}
