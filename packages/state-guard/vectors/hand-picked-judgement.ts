import type { Case, Step } from './model.ts';
import { json, LIVE, live, plane, sessions } from './trees.ts';

const JOBS = 'live/.mam/jobs';
const LOGS = 'live/.mam/delegate_job_logs';
const FILE = 'live/.mam/agent-sessions.yaml';

/** A job of the live plane: its record, then its log. */
function job(id: string, record: unknown, meta: unknown = {}): Step[] {
  return [json(`${JOBS}/${id}.json`, record), json(`${LOGS}/${id}/meta.json`, meta)];
}

/** New jobs `a`, `b`, …, each naming an agent session. */
function naming(...agentSessions: unknown[]): Step[] {
  return agentSessions.flatMap((agent_session, i) =>
    job(String.fromCharCode(97 + i), { agent_session, prompt: `p${i}` }),
  );
}

/** A case with a sessions file of its own, and a job for each name. */
function named(id: string, text: string, names: string[], more: Partial<Case> = {}): Case {
  const during = names.map((name, i) => json(`${JOBS}/${i}.json`, { agent_session: name }));
  return live(id, during, { also: [['file', FILE, text]], ...more });
}

const two = (first: unknown, second: unknown): Step[] => [
  json('repo/.mam/jobs/j.json', first),
  json(`${JOBS}/j.json`, second),
];

/** What makes a new record or log a leak. */
export const JUDGEMENT_CASES: Case[] = [
  live('nothing happens', []),
  live('a live delegation', naming('herdr:planner')),
  live('no agent session', job('a', { prompt: 'x' })),
  live('an agent session that is empty or null', naming('', null)),
  live('an agent session by its bare name, and with each prefix', naming('planner', 'herdr:planner', 'remote:planner')),
  live('an agent session that is not registered', naming('stranger', 'herdr:stranger', 'remote:stranger')),
  live(
    'one prefix is taken off, and only a known one',
    naming('herdr:herdr:planner', 'zellij:planner', 'HERDR:planner', 'herdr: planner'),
  ),
  live('a prefix alone', naming('herdr:', 'remote:', ':')),
  live('a name with a prefix is registered as such', naming('herdr:herdr:p', 'herdr:p'), {
    also: [sessions(FILE, 'herdr:p')],
  }),
  live(
    'names differ by case and by what is around them',
    naming('Planner', 'planner ', ' planner', 'plan', 'planner2'),
  ),
  live('a log without a record, told by its meta.json', [
    json(`${LOGS}/a/meta.json`, { agent_session: 'herdr:planner', prompt: 'mine' }),
    json(`${LOGS}/b/meta.json`, { prompt: 'nobody' }),
  ]),
  live('a log without a record and without a meta.json that can be read', [
    ['dir', `${LOGS}/empty`],
    ['file', `${LOGS}/torn/meta.json`, '{"prompt": "x'],
    ['file', `${LOGS}/list/meta.json`, '[1]'],
    ['dir', `${LOGS}/odd/meta.json`],
    ['link', `${LOGS}/dangling`, '$T/nowhere'],
    ['file', `${LOGS}/plain`, 'not a directory'],
  ]),
  live('a log named as a record is', [
    json(`${LOGS}/x.json/meta.json`, { prompt: 'p' }),
    json(`${JOBS}/x.json`, { agent_session: 'planner' }),
  ]),
  live('a new log of an old record', [json(`${LOGS}/kept/meta.json`, {})], {
    also: [json(`${JOBS}/kept.json`, { agent_session: 'planner' })],
  }),
  live(
    'a new log of an old record that nothing explains',
    [json(`${LOGS}/kept/meta.json`, { agent_session: 'planner' })],
    {
      also: [json(`${JOBS}/kept.json`, { prompt: 'old and odd' })],
    },
  ),
  live('a new record of an old log', [json(`${JOBS}/kept.json`, { prompt: 'late' })], {
    also: [json(`${LOGS}/kept/meta.json`, {})],
  }),
  live(
    'a log whose record was removed',
    [['rm', `${JOBS}/kept.json`], json(`${LOGS}/kept/meta.json`, { prompt: 'p' })],
    {
      also: [json(`${JOBS}/kept.json`, { agent_session: 'planner' })],
    },
  ),
  live('a log by a record that is no file of its own', [
    ['link', `${JOBS}/a.json`, '$T/elsewhere.json'],
    json('elsewhere.json', { agent_session: 'planner' }),
    ['dir', `${LOGS}/a`],
  ]),
  live('the first registry wins: unexplained before explained', [
    ...two({ prompt: 'first' }, { agent_session: 'planner' }),
    ['dir', `${LOGS}/j`],
  ]),
  live('the first registry wins: explained before unexplained', [
    ...two({ agent_session: 'planner' }, { prompt: 'second' }),
    ['dir', `${LOGS}/j`],
  ]),
  live(
    'the first registry wins: an old record before a new one',
    [json(`${JOBS}/j.json`, { prompt: 'new' }), ['dir', `${LOGS}/j`]],
    {
      also: [json('repo/.mam/jobs/j.json', { agent_session: 'planner' })],
    },
  ),
  live(
    'the first registry wins: a recorded directory comes last',
    [
      json('pool/j.json', { prompt: 'pool' }),
      json(`${JOBS}/j.json`, { agent_session: 'planner' }),
      ['dir', `${LOGS}/j`],
    ],
    {
      recorded: { ...LIVE, MAM_JOBS_DIR: '$T/pool' },
      also: [['dir', 'pool']],
    },
  ),
  live('a log by a record of another plane', [
    json(`${JOBS}/j.json`, { agent_session: 'planner' }),
    ['dir', 'repo/.mam/delegate_job_logs/j'],
  ]),
  live(
    'a log by a record in a registry that is watched as recorded only',
    [json('pool/j.json', { agent_session: 'planner' }), ['dir', `${LOGS}/j`]],
    {
      recorded: { ...LIVE, MAM_JOBS_DIR: '$T/pool' },
      also: [['dir', 'pool']],
    },
  ),
  live('only *.json is a record', [
    json(`${JOBS}/a.json.tmp`, {}),
    json(`${JOBS}/a.JSON`, {}),
    json(`${JOBS}/ajson`, {}),
    ['dir', `${JOBS}/sub`],
    json(`${JOBS}/.json`, {}),
    json(`${JOBS}/..json`, {}),
    json(`${JOBS}/.hidden.json`, {}),
    ['dir', `${LOGS}/a`],
    ['dir', `${LOGS}/a.json`],
  ]),
  live('a record that goes and comes back', [
    ['rm', `${JOBS}/old.json`],
    json(`${JOBS}/old.json`, { prompt: 'again' }),
  ]),
  live('a record that is written again', [json(`${JOBS}/old.json`, { prompt: 'changed' })]),
  live('a record moved to another registry', [
    ['dir', 'repo/.mam/jobs'],
    ['move', `${JOBS}/old.json`, 'repo/.mam/jobs/old.json'],
  ]),
  live('a record that is renamed', [
    ['move', `${JOBS}/old.json`, `${JOBS}/new.json`],
    ['dir', `${LOGS}/new`],
  ]),
  live('records and logs that go', [
    ['rm', `${JOBS}/old.json`],
    ['rm', `${LOGS}/old`],
  ]),
  live('the agent session goes', [...naming('planner'), sessions(FILE)]),
  live('the sessions file goes', [...naming('planner'), ['rm', FILE]]),
  live('the agent session comes with the job', [...naming('fresh'), sessions(FILE, 'planner', 'fresh')]),
  live('the agent session moves to the file of another plane', [
    ...naming('planner'),
    sessions(FILE),
    sessions('repo/.mam/agent-sessions.yaml', 'planner'),
  ]),
  live('a session that only the recorded file names', naming('lead', 'planner'), {
    recorded: { ...LIVE, AGENT_SESSIONS_YAML: '$T/own.yaml' },
    also: [sessions('own.yaml', 'lead')],
  }),
  live('names in nested lists explain nothing', naming('nested-of-planner')),
  live('prompts are cut at 60 code points', [
    json(`${JOBS}/a.json`, { prompt: 'x'.repeat(61) }),
    json(`${JOBS}/b.json`, { prompt: '\u{1f600}'.repeat(61) }),
    json(`${JOBS}/c.json`, { prompt: `${'é'.repeat(59)}\u{1f600}!` }),
    json(`${JOBS}/d.json`, { prompt: 'e\u0301'.repeat(40) }),
    json(`${JOBS}/e.json`, { prompt: 'two\nlines\tand "quotes" \u001b[31m' }),
    json(`${JOBS}/f.json`, { prompt: '' }),
    json(`${JOBS}/g.json`, { prompt: `${'y'.repeat(59)}\u{1f468}\u200d\u{1f469}` }),
  ]),
  live('findings are sorted by the bytes of their path', [
    ...['Z', 'a', 'B', 'é', 'z', '\u{1f600}', '\uffee', '10', '9', 'a b', 'a-b', 'a.b', 'a_b', '\u00e9\u0301'].map(
      (name) => json(`${JOBS}/${name}.json`, {}),
    ),
    ['dir', `${LOGS}/\u{1f680}`],
    ['dir', `${LOGS}/\ufb01`],
    ['dir', 'repo/.mam/delegate_job_logs/m'],
  ]),
  live(
    'the same job id in every place',
    ['repo/.mam', 'live/.mam', 'other/.mam'].flatMap((root): Step[] => [
      json(`${root}/jobs/j.json`, { prompt: root }),
      ['dir', `${root}/delegate_job_logs/j`],
    ]),
    { recorded: { ...LIVE, MAM_JOBS_DIR: '$T/other/.mam/jobs' }, also: plane('other/.mam', 'helper') },
  ),
  live('what Python writes and JSON does not know', [
    ['file', `${JOBS}/a.json`, '{"agent_session": "planner", "cost": NaN, "limit": -Infinity, "note": "NaN"}'],
    ['file', `${JOBS}/b.json`, '{"agent_session": "NaN", "cost": Infinity}'],
  ]),
  live('keys that stand twice, and spaces', [
    ['file', `${JOBS}/a.json`, '\n {"agent_session": "x", "agent_session" : "planner"}\r\n'],
    [
      'file',
      `${JOBS}/b.json`,
      '{"agent_session": "planner", "agent_session": null, "prompt": "\\u00e9\\ud83d\\ude00"}',
    ],
  ]),
  live('a meta.json of fields of other types describes as it can', [
    json(`${LOGS}/a/meta.json`, { agent_session: null, prompt: 'p' }),
  ]),
  named(
    'names in quotes, in other lists, with comments',
    [
      '# written by hand',
      'version: 2',
      'herdr_sessions:',
      "- name: 'single'",
      '- name: "double"   # a comment',
      '- name: plain # a comment',
      '- agent: claude',
      'remote_sessions:',
      '- name: far',
      '  url: "http://x/#y"',
      '',
    ].join('\n'),
    ['single', 'double', 'plain', 'far', 'y'],
  ),
  named(
    'numbers, booleans and nulls are names',
    'herdr_sessions:\n- name: 007\n- name: 1e3\n- name: true\n- name: null\n- name: ~\n',
    ['007', '1e3', 'true', 'null', '~', '7', '1000'],
  ),
  named('lines that end as on Windows', 'herdr_sessions:\r\n- name: a\r\n  agent: b\r\n- name: c\r\n', ['a', 'c', 'b']),
  named('no list at all', 'herdr_sessions: []\nversion: 1\n', ['planner']),
  named('an empty file', '', ['planner']),
  named('a list without a key', '- name: a\n- name: b\n', ['a', 'b']),
  named('several documents', 'herdr_sessions:\n- name: a\n---\nherdr_sessions:\n- name: b\n', ['a', 'b']),
  named('letters of other scripts', 'herdr_sessions:\n- name: планёр\n- name: 計画\n', ['планёр', '計画', 'план']),
];
