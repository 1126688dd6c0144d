import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { findRepository } from './git/repository.ts';
import { readOverride } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * Beads (`bd`).
 *
 * Source: gastownhall/beads, internal/beads/beads.go (FindDatabasePath, FollowRedirect: BEADS_DIR, BEADS_DB, then upwards
 * from the working directory, then the main worktree's), cmd/bd/doctor/gitignore.go (which files are run-time state) and
 * docs, shared server (`~/.beads`).
 */
export function beads(context: PresetContext): PresetExpansion {
  const directory = readOverride(context, 'BEADS_DIR', { tool: 'bd' });
  const database = readOverride(context, 'BEADS_DB', { tool: 'bd' });
  const named = directory.path ?? (database.path === null ? null : directoryOf(database.path));
  const found = named ?? findUpwards(context) ?? join(context.checkout, DIRECTORY);
  const roots = [found, redirectOf(found), join(context.home, DIRECTORY)].filter((path) => path !== null);
  return {
    watch: [...new Set(roots)].map((path) => ({ path, ignore: CHURN })),
    watchTmux: [],
    dropEnv: ['BEADS_DIR', 'BEADS_DB', 'BD_DB', 'BEADS_DOLT_*', 'BD_ACTOR', 'BEADS_ACTOR'],
    redirects: [
      'BEADS_DIR',
      'BEADS_DB',
      'the nearest .beads upwards from the working directory',
      'a redirect file in it',
    ],
    notes: [...directory.notes, ...database.notes, ...serverNotes(context)],
  };
}

const DIRECTORY = '.beads';

const CHURN = [
  // The Dolt server and the daemon say that they are alive.
  '/dolt-server.log',
  '/dolt-server.activity',
  '/daemon.log',
  '/shared-server/*.log',
  '/shared-server/*.activity',
  // Every command, of live agents too, takes a lock and leaves its file.
  '/*.lock',
];

/** Whether `bd` takes a directory for a project's. */
function isProject(path: string): boolean {
  const names = list(path);
  const known = ['metadata.json', 'config.yaml', 'dolt', 'embeddeddolt'];
  return names.some(
    (name) => known.includes(name) || (name.endsWith('.db') && !name.includes('.backup') && name !== 'vc.db'),
  );
}

function findUpwards(context: PresetContext): string | null {
  for (let at = context.cwd, child = ''; at !== child; child = at, at = dirname(at)) {
    const path = join(at, DIRECTORY);
    if (isProject(path) || existsSync(join(path, 'redirect'))) return path;
  }
  const { commonDir } = findRepository(context);
  const main = join(dirname(commonDir), DIRECTORY);
  return isProject(main) ? main : null;
}

/** A database file lies in its directory. */
function directoryOf(database: string): string {
  if (existsSync(database) && statSync(database).isDirectory()) return database;
  return basename(dirname(database)) === DIRECTORY ? dirname(database) : database;
}

/** Where a redirect file leads, one step; relative to the directory that holds `.beads`. */
function redirectOf(directory: string): string | null {
  const target = firstLine(join(directory, 'redirect'));
  if (target === null) return null;
  return isAbsolute(target) ? target : join(dirname(directory), target);
}

function firstLine(path: string): string | null {
  try {
    const lines = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n');
    return lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#')) ?? null;
  } catch {
    return null;
  }
}

function serverNotes({ env }: PresetContext): string[] {
  const names = Object.keys(env).filter((name) => /^BEADS_DOLT_(SERVER_)?(HOST|PORT|SOCKET)$/.test(name));
  if (names.length === 0) return [];
  return [
    `${names.sort().join(' and ')} may name a Dolt server whose data lies elsewhere; watch that too, or use --watch-command.`,
  ];
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
