/** A way to break the guard: a piece of its source, which must stand there once, and what takes its place. */
export interface Mutation {
  what: string;
  /** One of the vectors that see it. */
  vector: string;
  /** Below `src`. */
  file: string;
  from: string;
  to: string;
}

/** Each breaks one rule of the registry; at least one vector must see it. */
export const MUTATIONS: readonly Mutation[] = [
  {
    what: 'the order of roots: the log before the registry',
    vector: 'the workspace first, then the registry, then the log',
    file: 'roots/watch-roots.ts',
    from: '[recorded.MAM_JOBS_DIR, recorded.DELEGATE_JOB_LOGS_DIR]',
    to: '[recorded.DELEGATE_JOB_LOGS_DIR, recorded.MAM_JOBS_DIR]',
  },
  {
    what: 'the order of roots: the workspace last',
    vector: 'the workspace first, then the registry, then the log',
    file: 'roots/watch-roots.ts',
    from: 'return found;',
    to: 'return recorded.WORKSPACE_ROOT ? [...found.slice(1), found[0]] : found;',
  },
  {
    what: 'the checkout only when it has a plane',
    vector: 'nothing is recorded',
    file: 'roots/watch-roots.ts',
    from: 'return roots.paths;',
    to: "return roots.paths.filter((root) => directoryState(root) === 'directory');",
  },
  {
    what: 'roots that do not exist are kept',
    vector: 'WORKSPACE_ROOT is missing',
    file: 'roots/watch-roots.ts',
    from: "if (directoryState(real) !== 'none') roots.add(real);",
    to: 'roots.add(real);',
  },
  {
    what: 'the real path first, then its parent',
    vector: 'MAM_JOBS_DIR is a link out of its root',
    file: 'roots/watch-roots.ts',
    from: 'dirname(resolve(recordedPath(value, options)))',
    to: 'dirname(realPath(recordedPath(value, options)))',
  },
  {
    what: 'deduplication',
    vector: 'everything is recorded',
    file: 'roots/distinct-paths.ts',
    from: 'if (keys.some((key) => seen.has(key))) return;',
    to: '',
  },
  {
    what: 'a recorded directory outside every root is not watched',
    vector: 'MAM_JOBS_DIR has a name of its own',
    file: 'roots/state-dirs.ts',
    from: "if (directoryState(real) !== 'none') dirs.add(real);",
    to: '',
  },
  {
    what: 'the recorded sessions file gives no names',
    vector: 'sessions files of several planes',
    file: 'roots/sessions-files.ts',
    from: 'if (recorded.AGENT_SESSIONS_YAML)',
    to: 'if (false)',
  },
  {
    what: 'a prefix: "remote:" is not known',
    vector: 'sessions files of several planes',
    file: 'sessions/bare-session.ts',
    from: "['herdr:', 'remote:', 'tmux:']",
    to: "['herdr:', 'tmux:']",
  },
  {
    what: 'a prefix: every one is taken off',
    vector: 'one prefix is taken off, and only a known one',
    file: 'sessions/bare-session.ts',
    from: 'agentSession.slice(prefix.length)',
    to: 'bareSession(agentSession.slice(prefix.length))',
  },
  {
    what: 'names in nested lists count',
    vector: 'names in nested lists explain nothing',
    file: 'sessions/scan-lines.ts',
    from: 'blocks.length === 3 &&',
    to: 'blocks.length >= 3 &&',
  },
  {
    what: 'the .json filter',
    vector: 'only *.json is a record',
    file: 'look/snapshot.ts',
    from: "name.endsWith('.json')",
    to: 'name.length > 0',
  },
  {
    what: 'the .json filter: hidden names do not count',
    vector: 'only *.json is a record',
    file: 'look/snapshot.ts',
    from: "name.endsWith('.json')",
    to: "name.endsWith('.json') && !name.startsWith('.')",
  },
  {
    what: 'the second look at the state directories',
    vector: 'MAM_JOBS_DIR is no directory until the run',
    file: 'look/snapshot.ts',
    from: 'const dirs = stateDirs(roots, recorded, options);',
    to: 'const paths = (looks) => looks.map(({ path }) => path); const dirs = earlier ? { registries: paths(earlier.registries), auditLogs: paths(earlier.auditLogs) } : stateDirs(roots, recorded, options);',
  },
  {
    what: 'first-registry-wins',
    vector: 'the first registry wins: unexplained before explained',
    file: 'record/find-record.ts',
    from: 'registries.find(',
    to: 'registries.findLast(',
  },
  {
    what: 'old records included',
    vector: 'a new log of an old record',
    file: 'observe/observe-jobs.ts',
    from: 'recordFinder(places.registries)',
    to: 'recordFinder(registries.map(({ directory, added }) => ({ path: directory, names: added })))',
  },
  {
    what: 'a new record is judged by the first of its job, not by itself',
    vector: 'the first registry wins: unexplained before explained',
    file: 'observe/observe-jobs.ts',
    from: "job.entry === 'record' && job.change === 'added' ? pathOf(job) : findRecord(jobId(job))",
    to: 'findRecord(jobId(job))',
  },
  {
    what: 'the meta.json fallback',
    vector: 'a log without a record, told by its meta.json',
    file: 'observe/observe-jobs.ts',
    from: 'record ? factsOfRecord(record) : factsOfMeta(readJobFile(`${path}/meta.json`).file)',
    to: "record ? factsOfRecord(record) : factsOfMeta({ problem: 'not read', torn: false })",
  },
  {
    what: 'a meta.json explains its log',
    vector: 'a log without a record, told by its meta.json',
    file: 'judge/registry-rule.ts',
    from: "if (observation.entry === 'audit-log' && !job.hasRecord)",
    to: "if (observation.entry === 'audit-log' && !job.hasRecord && !job.agentSession)",
  },
  {
    what: 'an empty agent session is one',
    vector: 'an agent session that is empty or null',
    file: 'judge/registry-rule.ts',
    from: "if (!job.agentSession) return 'no agent_session';",
    to: "if (job.agentSession === null) return 'no agent_session';",
  },
  {
    what: 'agent sessions count as they stood at the baseline',
    vector: 'the agent session goes',
    file: 'judge/registry-rule.ts',
    from: "if (!sessions.now.has(bare)) return 'none';",
    to: "if (!sessions.before.has(bare)) return 'none';",
  },
  {
    what: 'prompts are cut by UTF-16 units',
    vector: 'prompts are cut at 60 code points',
    file: 'record/job-facts.ts',
    from: "[...text.slice(0, 2 * PROMPT_LENGTH)].slice(0, PROMPT_LENGTH).join('')",
    to: 'text.slice(0, PROMPT_LENGTH)',
  },
  {
    what: 'findings are sorted by UTF-16 units',
    vector: 'findings are sorted by the bytes of their path',
    file: 'judge/judge.ts',
    from: 'bytes: pathBytes(observation)',
    to: 'bytes: observation.path',
  },
  {
    what: 'NaN and Infinity make a record invalid',
    vector: 'what Python writes and JSON does not know',
    file: 'record/parse-object.ts',
    from: "token[0] === '\"' ? token : 'null'",
    to: 'token',
  },
];
