import type { Binding } from '@mam/registry-paths';
import type { Case, Step } from './model.ts';
import { json, live, plane, sessions } from './trees.ts';

const LEAK = { prompt: 'leaked' };

/** A leak into each of the planes that a case could reach, so that what is watched shows in what is found. */
function everywhere(...roots: string[]): Step[] {
  return roots.flatMap((root): Step[] => [
    json(`${root}/jobs/new.json`, LEAK),
    json(`${root}/delegate_job_logs/lost/meta.json`, LEAK),
  ]);
}

/** A case bound as given, with a leak in the live workspace, the checkout and a third place. */
function bound(id: string, recorded: Binding, also: Step[] = [], more: Partial<Case> = {}): Case {
  const during = everywhere('live/.mam', 'repo/.mam', 'other/.mam');
  return live(id, during, { recorded, also: [...plane('other/.mam', 'helper'), ...also], ...more });
}

/** Which control planes and directories are watched, and in which order. */
export const ROOT_CASES: Case[] = [
  bound('nothing is recorded', {}),
  bound('everything is recorded', {
    WORKSPACE_ROOT: '$T/live',
    AGENT_SESSIONS_YAML: '$T/live/.mam/agent-sessions.yaml',
    MAM_JOBS_DIR: '$T/live/.mam/jobs',
    DELEGATE_JOB_LOGS_DIR: '$T/live/.mam/delegate_job_logs',
  }),
  bound('WORKSPACE_ROOT alone', { WORKSPACE_ROOT: '$T/live' }),
  bound('MAM_JOBS_DIR alone', { MAM_JOBS_DIR: '$T/live/.mam/jobs' }),
  bound('DELEGATE_JOB_LOGS_DIR alone', { DELEGATE_JOB_LOGS_DIR: '$T/live/.mam/delegate_job_logs' }),
  bound('AGENT_SESSIONS_YAML names no root', { AGENT_SESSIONS_YAML: '$T/live/.mam/agent-sessions.yaml' }),
  bound('the checkout has a plane', { WORKSPACE_ROOT: '$T/live' }, plane('repo/.mam', 'own')),
  bound(
    'the workspace first, then the registry, then the log',
    {
      DELEGATE_JOB_LOGS_DIR: '$T/third/.mam/delegate_job_logs',
      MAM_JOBS_DIR: '$T/other/.mam/jobs',
      WORKSPACE_ROOT: '$T/live',
    },
    plane('third/.mam', 'z'),
  ),
  bound('registry and log elsewhere than the workspace', {
    WORKSPACE_ROOT: '$T/other',
    MAM_JOBS_DIR: '$T/live/.mam/jobs',
    DELEGATE_JOB_LOGS_DIR: '$T/other/.mam/delegate_job_logs',
  }),
  bound('WORKSPACE_ROOT is the checkout', { WORKSPACE_ROOT: '$T/repo' }, plane('repo/.mam', 'own')),
  bound('WORKSPACE_ROOT is a link to the checkout', { WORKSPACE_ROOT: '$T/alias' }, [
    ...plane('repo/.mam', 'own'),
    ['link', 'alias', '$T/repo'],
  ]),
  bound('WORKSPACE_ROOT with dots and a slash at the end', { WORKSPACE_ROOT: '$T/other/../live/./' }),
  bound('WORKSPACE_ROOT goes up after a link', { WORKSPACE_ROOT: '$T/into/..' }, [
    ['dir', 'live/deep'],
    ['link', 'into', '$T/live/deep'],
  ]),
  bound('WORKSPACE_ROOT is relative', { WORKSPACE_ROOT: '../live' }),
  bound('WORKSPACE_ROOT is relative to a cwd that is no checkout', { WORKSPACE_ROOT: 'live' }, [], { cwd: '.' }),
  bound('WORKSPACE_ROOT is empty', { WORKSPACE_ROOT: '' }),
  bound('WORKSPACE_ROOT is missing', { WORKSPACE_ROOT: '$T/nowhere' }),
  bound('WORKSPACE_ROOT is a file', { WORKSPACE_ROOT: '$T/file' }, [['file', 'file', '']]),
  bound('WORKSPACE_ROOT is a dangling link', { WORKSPACE_ROOT: '$T/dangling' }, [['link', 'dangling', '$T/nowhere']]),
  bound('WORKSPACE_ROOT has no plane', { WORKSPACE_ROOT: '$T/bare' }, [['dir', 'bare']]),
  bound('the plane of WORKSPACE_ROOT is a file', { WORKSPACE_ROOT: '$T/odd' }, [['file', 'odd/.mam', '']]),
  bound('the plane of WORKSPACE_ROOT is a link', { WORKSPACE_ROOT: '$T/linked' }, [
    ['link', 'linked/.mam', '../live/.mam'],
  ]),
  bound('MAM_JOBS_DIR is relative', { MAM_JOBS_DIR: '../live/.mam/jobs' }),
  bound('MAM_JOBS_DIR is the cwd', { MAM_JOBS_DIR: '.' }, [], { cwd: 'live/.mam/jobs' }),
  bound('MAM_JOBS_DIR is empty', { MAM_JOBS_DIR: '' }),
  bound('MAM_JOBS_DIR ends with a slash', { MAM_JOBS_DIR: '$T/live/.mam/jobs/' }),
  bound('MAM_JOBS_DIR is missing, its parent is not', { MAM_JOBS_DIR: '$T/live/.mam/tasks' }),
  bound('MAM_JOBS_DIR is a file', { MAM_JOBS_DIR: '$T/live/.mam/tasks' }, [['file', 'live/.mam/tasks', '']]),
  bound('MAM_JOBS_DIR has a name of its own', { MAM_JOBS_DIR: '$T/live/.mam/tasks' }, [['dir', 'live/.mam/tasks']], {
    during: [json('live/.mam/tasks/new.json', LEAK), ...everywhere('live/.mam')],
  }),
  bound(
    'MAM_JOBS_DIR lies outside every root',
    { WORKSPACE_ROOT: '$T/live', MAM_JOBS_DIR: '$T/pool' },
    [['dir', 'pool']],
    {
      during: [json('pool/new.json', LEAK), ['dir', 'live/.mam/delegate_job_logs/new']],
    },
  ),
  bound(
    'MAM_JOBS_DIR is a link out of its root',
    { MAM_JOBS_DIR: '$T/live/.mam/tasks' },
    [
      ['dir', 'pool/tasks'],
      ['link', 'live/.mam/tasks', '$T/pool/tasks'],
    ],
    { during: [json('pool/tasks/new.json', LEAK), ...everywhere('live/.mam')] },
  ),
  bound('MAM_JOBS_DIR goes up after a link', { MAM_JOBS_DIR: '$T/into/../jobs' }, [
    ['dir', 'live/.mam/deep'],
    ['link', 'into', '$T/live/.mam/deep'],
    ['dir', 'jobs'],
  ]),
  bound('MAM_JOBS_DIR is a dangling link', { MAM_JOBS_DIR: '$T/live/.mam/tasks' }, [
    ['link', 'live/.mam/tasks', '$T/nowhere'],
  ]),
  bound('MAM_JOBS_DIR is no directory until the run', { MAM_JOBS_DIR: '$T/pool/tasks' }, [], {
    during: [json('pool/tasks/new.json', LEAK), ...everywhere('pool')],
  }),
  bound(
    'the recorded directory outside every root appears during the run',
    { WORKSPACE_ROOT: '$T/live', MAM_JOBS_DIR: '$T/live/.mam/tasks' },
    [],
    {
      during: [json('live/.mam/tasks/new.json', LEAK)],
    },
  ),
  bound(
    'a dangling MAM_JOBS_DIR gets its target during the run',
    { MAM_JOBS_DIR: '$T/live/.mam/tasks' },
    [['link', 'live/.mam/tasks', '$T/pool']],
    { during: [json('pool/new.json', LEAK)] },
  ),
  bound(
    'DELEGATE_JOB_LOGS_DIR lies outside every root',
    { DELEGATE_JOB_LOGS_DIR: '$T/logs/all' },
    [['dir', 'logs/all']],
    {
      during: [json('logs/all/new/meta.json', LEAK), ...everywhere('logs')],
    },
  ),
  bound(
    'DELEGATE_JOB_LOGS_DIR appears during the run',
    { WORKSPACE_ROOT: '$T/live', DELEGATE_JOB_LOGS_DIR: '$T/live/.mam/trail' },
    [],
    {
      during: [json('live/.mam/trail/new/meta.json', LEAK)],
    },
  ),
  bound(
    'registry and log are one directory',
    { MAM_JOBS_DIR: '$T/pool', DELEGATE_JOB_LOGS_DIR: '$T/pool' },
    [['dir', 'pool']],
    {
      during: [json('pool/new.json', LEAK)],
    },
  ),
  live('a leak makes the plane of the checkout', everywhere('repo/.mam'), { recorded: {} }),
  live('the plane of the checkout is a link', everywhere('kept/mam'), {
    recorded: {},
    also: [
      ['dir', 'kept/mam'],
      ['link', 'repo/.mam', '../kept/mam'],
    ],
  }),
  live('the plane of the checkout is a dangling link, and a leak makes its target', everywhere('kept/mam'), {
    recorded: {},
    also: [['link', 'repo/.mam', '../kept/mam']],
  }),
  live('the plane of the checkout is a file', everywhere('live/.mam'), { also: [['file', 'repo/.mam', '']] }),
  live('a registry that is a file', [json('live/.mam/delegate_job_logs/new/meta.json', LEAK)], {
    also: [
      ['rm', 'live/.mam/jobs'],
      ['file', 'live/.mam/jobs', ''],
    ],
  }),
  live('a registry that is a link', everywhere('live/.mam'), {
    recorded: { WORKSPACE_ROOT: '$T/live' },
    also: [
      ['move', 'live/.mam/jobs', 'pool'],
      ['link', 'live/.mam/jobs', '$T/pool'],
    ],
  }),
  live('a registry under two spellings is watched once', [json('pool/new.json', LEAK)], {
    recorded: { WORKSPACE_ROOT: '$T/live', MAM_JOBS_DIR: '$T/live/.mam/jobs' },
    also: [
      ['move', 'live/.mam/jobs', 'pool'],
      ['link', 'live/.mam/jobs', '$T/pool'],
    ],
    ours: {
      registries: ['$T/repo/.mam/jobs', '$T/live/.mam/jobs'],
      leaks: [['$T/live/.mam/jobs/new.json', 'no agent_session', null, 'leaked']],
    },
  }),
  live('a registry that vanishes', [['rm', 'live/.mam/jobs'], json('live/.mam/delegate_job_logs/new/meta.json', LEAK)]),
  live('a whole plane that vanishes', [['rm', 'live/.mam']]),
  live('a registry that appears', everywhere('live/.mam'), { also: [['rm', 'live/.mam/jobs']] }),
  live('a plane that appears only after the roots were chosen', everywhere('late/.mam'), {
    recorded: { WORKSPACE_ROOT: '$T/late' },
    also: [['dir', 'late']],
  }),
  live('a registry made again with other records', [['rm', 'live/.mam/jobs'], json('live/.mam/jobs/new.json', LEAK)]),
  live(
    'sessions files of several planes',
    [
      json('live/.mam/jobs/a.json', { agent_session: 'herdr:helper' }),
      json('live/.mam/jobs/b.json', { agent_session: 'remote:far' }),
      json('repo/.mam/jobs/c.json', { agent_session: 'planner' }),
    ],
    {
      recorded: { WORKSPACE_ROOT: '$T/live', MAM_JOBS_DIR: '$T/other/.mam/jobs', AGENT_SESSIONS_YAML: '../far.yaml' },
      also: [...plane('other/.mam', 'helper'), sessions('far.yaml', 'far')],
    },
  ),
  ...(['', '$T/nowhere.yaml', '$T/live'] as const).map((value) =>
    live(`AGENT_SESSIONS_YAML is ${value || 'empty'}`, [json('live/.mam/jobs/a.json', { agent_session: 'planner' })], {
      recorded: { WORKSPACE_ROOT: '$T/live', AGENT_SESSIONS_YAML: value },
    }),
  ),
];
