import type { Case, ExpectedLeak } from './model.ts';
import { json, live } from './trees.ts';

const JOBS = 'live/.mam/jobs';
const FILE = 'live/.mam/agent-sessions.yaml';

/** A record of this text, for which the guard gives a reason of its own where the seed says `no agent_session`. */
function unreadable(id: string, text: string, reason: string, agentSession: string | null = null): Case {
  const leak: ExpectedLeak = [`$T/${JOBS}/a.json`, reason, agentSession, ''];
  return live(id, [['file', `${JOBS}/a.json`, text]], { ours: { leaks: [leak] } });
}

/** A sessions file of which the guard reads more or other names than the seed. */
function otherNames(id: string, text: string, names: string[], agentSessions: string[]): Case {
  const during = agentSessions.map((name, i) => json(`${JOBS}/${i}.json`, { agent_session: name }));
  const sorted = [...names].sort();
  return live(id, during, { also: [['file', FILE, text]], ours: { sessionNames: [[], sorted, sorted], leaks: [] } });
}

/** Where the guard deliberately says otherwise than the seed: each says what, and the vectors hold both. */
export const DIFFERENCE_CASES: Case[] = [
  unreadable('a torn record', '{"agent_session": "planner"', 'the record is not valid JSON'),
  unreadable('a record with a byte order mark', '\ufeff{"agent_session": "planner"}', 'the record is not valid JSON'),
  unreadable('an empty record', '', 'the record is empty'),
  unreadable('a record that is a list', '["planner"]', 'the record is not a JSON object but a list'),
  unreadable('a record that is null', 'null', 'the record is not a JSON object but null'),
  unreadable('a record that is a text', '"planner"', 'the record is not a JSON object but a string'),
  unreadable('a numeric agent_session', '{"agent_session": 5}', 'agent_session is a number, not a string'),
  unreadable('an agent_session of zero', '{"agent_session": 0}', 'agent_session is a number, not a string'),
  unreadable(
    'an agent_session that is a list',
    '{"agent_session": ["planner"]}',
    'agent_session is a list, not a string',
  ),
  unreadable('an agent_session that is false', '{"agent_session": false}', 'agent_session is a boolean, not a string'),
  live('a record that leads nowhere', [['link', `${JOBS}/a.json`, '$T/nowhere']], {
    ours: { leaks: [[`$T/${JOBS}/a.json`, 'the record leads nowhere', null, '']] },
  }),
  live('a record that is a directory', [['dir', `${JOBS}/a.json`]], {
    ours: { leaks: [[`$T/${JOBS}/a.json`, 'the record is not a regular file', null, '']] },
  }),
  live(
    'prompts that are no text',
    [json(`${JOBS}/a.json`, { prompt: null }), json(`${JOBS}/b.json`, { prompt: ['x', 1] })],
    {
      ours: {
        leaks: [
          [`$T/${JOBS}/a.json`, 'no agent_session', null, ''],
          [`$T/${JOBS}/b.json`, 'no agent_session', null, '["x",1]'],
        ],
      },
    },
  ),
  live('the prefix of tmux', [json(`${JOBS}/a.json`, { agent_session: 'tmux:planner' })], { ours: { leaks: [] } }),
  otherNames('names with spaces', 'herdr_sessions:\n- name: the planner\n', ['the planner'], ['the planner']),
  otherNames(
    'quotes within names',
    "herdr_sessions:\n- name: 'it''s'\n- name: \"a\\tb\"\n",
    ["it's", 'a\tb'],
    ["it's", 'a\tb'],
  ),
  otherNames('flow style', 'herdr_sessions: [{ name: a }, { agent: x, name: "b" }]\n', ['a', 'b'], ['a', 'herdr:b']),
  otherNames(
    'items indented',
    'herdr_sessions:\n  - name: a\n    parts:\n      - name: part\n  - name: b\n',
    ['a', 'b'],
    ['a', 'b'],
  ),
  otherNames('the name further down', 'herdr_sessions:\n- agent: claude\n  name: a\n', ['a'], ['a']),
  otherNames('anchors and aliases', 'base: &b\n  name: a\nherdr_sessions:\n- *b\n- <<: *b\n  agent: x\n', ['a'], ['a']),
  live('a value that is no text is no name', [json(`${JOBS}/a.json`, { agent_session: '[x]' })], {
    also: [['file', FILE, 'herdr_sessions:\n- name: [x]\n- name: {y: z}\n']],
    ours: {
      sessionNames: [[], [], []],
      leaks: [[`$T/${JOBS}/a.json`, 'agent_session names no registered session', '[x]', '']],
    },
  }),
];
