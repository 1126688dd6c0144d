import { join } from 'node:path';
import type { Meaning } from '../probes/meaning/meaning.ts';
import { readOverride } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * Claude Code, with its agent teams (`teams/`, `tasks/`).
 *
 * Source: code.claude.com/docs/en/claude-directory ("If you set CLAUDE_CONFIG_DIR, every ~/.claude path lives under that
 * directory instead"; "Application data": what sessions write as they work) and code.claude.com/docs/en/env-vars;
 * anthropics/claude-code#14634 (`.claude.json` is rewritten more than once a second by an idle session);
 * herdrdev/herdr#3414 (`sessions/<pid>.json`).
 */
export function claude(context: PresetContext): PresetExpansion {
  const override = readOverride(context, 'CLAUDE_CONFIG_DIR', { tool: 'Claude Code', empty: 'cwd' });
  const { notes } = override;
  // An empty one scatters state over the working directory, which is no control plane to watch.
  const path = context.env.CLAUDE_CONFIG_DIR === '' ? null : override.path;
  const directory = path ?? join(context.home, '.claude');
  const settings = path === null ? join(context.home, '.claude.json') : join(path, '.claude.json');
  const own = path !== null;
  return {
    watch: [
      { path: directory, ignore: CHURN, meaning: meaning([...(own ? ['.claude.json'] : []), 'sessions/*.json']) },
      ...(own ? [] : [{ path: settings, ignore: [], meaning: meaning(['.']) }]),
    ],
    watchTmux: [],
    dropEnv: [
      'CLAUDE_CONFIG_DIR',
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_CODE_TASK_LIST_ID',
      'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS',
    ],
    redirects: ['CLAUDE_CONFIG_DIR, .claude.json included', 'HOME'],
    notes,
  };
}

const CHURN = [
  // Prompts and transcripts of live sessions. A project that is new in projects/ shows all the same, and so does memory/.
  '/history.jsonl',
  '/projects/*/*.jsonl',
  '/projects/*/*/',
  '!/projects/*/memory/',
  // What a live session keeps for itself, by its own id.
  '/file-history/',
  '/paste-cache/',
  '/image-cache/',
  '/session-env/',
  '/shell-snapshots/',
  '/todos/',
  // Task lists of single sessions, named by a UUID; those of teams have names, and are watched.
  '/tasks/????????-????-????-????-????????????/',
  // Logs and counters of every session.
  '/debug/',
  '/telemetry/',
  '/statsig/',
  '/stats-cache.json',
  '/usage-data/',
  '/cache/',
  // Copies of .claude.json, which is watched itself.
  '/backups/',
];

function meaning(files: string[]): Meaning {
  return { kind: 'json', files, churn: CHURN_KEYS };
}

/** Keys of `.claude.json` and `sessions/*.json` that live sessions write by themselves: counters, caches, times, status. */
const CHURN_KEYS = [
  'numStartups',
  'tipsHistory',
  'cached*',
  'changelog*',
  'last*',
  '*Count',
  '*At',
  '*Timestamp',
  '*LastFetched',
  '*Cache',
  'history',
  'exampleFiles',
  'status',
  'waitingFor',
];
