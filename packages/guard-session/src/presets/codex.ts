import { join } from 'node:path';
import { isInside } from '../sandbox/create.ts';
import { readOverride } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * OpenAI Codex.
 *
 * Source: developers.openai.com/codex/environment-variables (CODEX_HOME, CODEX_SQLITE_HOME) and config-basic;
 * openai/codex codex-rs/utils/home-dir (an empty CODEX_HOME does not count); openai/codex#20563 and #29814 (the logs
 * database is written by idle sessions).
 */
export function codex(context: PresetContext): PresetExpansion {
  const home = readOverride(context, 'CODEX_HOME', { tool: 'codex' });
  const sqlite = readOverride(context, 'CODEX_SQLITE_HOME', { tool: 'codex', trim: true });
  const root = home.path ?? join(context.home, '.codex');
  const apart = sqlite.path !== null && !isInside(sqlite.path, root) ? [sqlite.path] : [];
  return {
    watch: [root, ...apart].map((path) => ({ path, ignore: CHURN })),
    watchTmux: [],
    dropEnv: ['CODEX_HOME', 'CODEX_SQLITE_HOME', 'CODEX_THREAD_ID'],
    redirects: [
      'sqlite_home in config.toml, for the databases alone',
      'CODEX_SQLITE_HOME, for them too',
      'CODEX_HOME',
      'HOME',
    ],
    notes: [...home.notes, ...sqlite.notes],
  };
}

// Transcripts (sessions/) and state_*.sqlite are watched: a live codex holds them open, which tells its writes apart.
const CHURN = [
  // Traces of every session, written also while it is idle.
  '/logs_*.sqlite*',
  '/log/',
  // Prompts of live sessions, each appended and closed.
  '/history.jsonl',
  // Shared memory of SQLite: readers write it too.
  '*.sqlite-shm',
  // Fetched again in the background.
  '/models_cache.json',
  '/version.json',
  // Of live sessions, by their own ids.
  '/shell_snapshots/',
  '/tmp/',
  '/.tmp/',
];
