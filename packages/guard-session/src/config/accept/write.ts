import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment } from '@mam/registry-paths';
import { type Finding, globMatcher } from '@mam/state-guard';
import { type AcceptedPath, dayOf, spellingsOf } from '../../session/accepted.ts';
import { homeOf, loadConfig } from '../load.ts';
import { readConfigFile } from '../read/read-file.ts';
import { resolveAcceptPath, writeAcceptPath } from '../resolve/resolve-path.ts';
import { type AcceptEntry, editAccept } from './edit.ts';
import { proposeAccept } from './propose.ts';
import { replaceConfigFile } from './replace-file.ts';

export interface WriteAcceptOptions {
  /** The configuration; it is made when it does not exist. Absolute. */
  file: string;
  /** What to accept. */
  findings: readonly Pick<Finding, 'path' | 'entry' | 'reason'>[];
  /** For the variables in the configuration. Default: this process's. */
  env?: Environment | undefined;
  /** From when the entries count. Default: today. */
  today?: Date;
}

/** What became of the entries. */
export interface WrittenAccept {
  /** The last day of the entries that were added or renewed. */
  until: string;
  /** As they stand in the file. */
  added: AcceptEntry[];
  /** Paths, as they stand in the file, of entries whose day was past and which got a new one. */
  renewed: string[];
  /** Paths that no entry can name. */
  skipped: string[];
}

/** For how many days an entry counts that was proposed. */
const DAYS = 30;
const HEADER = '# What mam watches, drops and accepts here; mam config show tells what it comes to.\n';

/**
 * Adds entries that accept what was found to `accept` of a configuration, with a reason that is still to be said, and gives
 * entries for it whose day is past a new one. The file is replaced whole or not at all; comments and order stay.
 * @throws GuardError when the configuration cannot be used or written.
 */
export function writeAccept(options: WriteAcceptOptions): WrittenAccept {
  const { file, findings, env = process.env, today = new Date() } = options;
  const until = dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + DAYS));
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const config = exists ? loadConfig({ file, env }) : null;
  const entries = config?.options.accept?.map(({ value }) => value) ?? [];
  const past = entries.map((entry) => (entry.until < dayOf(today) ? matcher(entry) : () => false));
  const renewed = past.flatMap((matches, index) => (findings.some(({ path }) => matches(path)) ? [index] : []));
  const rest = findings.filter(({ path }) => !past.some((matches) => matches(path)));

  const place = { directory: dirname(file), home: homeOf(env), env };
  const result: WrittenAccept = {
    until,
    added: [],
    renewed: renewed.map((index) => entries[index]?.path ?? ''),
    skipped: [],
  };
  for (const { path, found } of proposeAccept(rest)) {
    const text = writeAcceptPath(path, place);
    if (resolveAcceptPath(text, place) !== path) result.skipped.push(path);
    else result.added.push({ path: text, reason: `TODO: say why (${found})`, until });
  }
  if (result.added.length + renewed.length > 0) {
    const text = exists ? readConfigFile(file) : HEADER;
    const edit = { added: result.added, renewed: renewed.map((index) => ({ index, until })) };
    replaceConfigFile(file, editAccept(text, edit));
  }
  return result;
}

function matcher(entry: AcceptedPath): (path: string) => boolean {
  const matchers = spellingsOf(entry.path).map(globMatcher);
  return (path) => matchers.some((matches) => matches(path));
}
