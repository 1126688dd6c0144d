import type { Verdict } from '@mam/state-guard';
import { count } from './count.ts';
import { commandLine } from './printable.ts';

/** A longer command is cut with an ellipsis: the headline is one line. */
const MAX_COMMAND = 80;

/** The verdict in one line: what was found, how the command ended, in which mode, how long it took. */
export function headline(verdict: Verdict): string {
  const took = seconds(verdict);
  const how = took === null ? verdict.mode : `${verdict.mode}, ${took.toFixed(1)} s`;
  const ending = outcome(verdict);
  return `${found(verdict)}${ending === null ? '' : `; ${ending}`} (${how})`;
}

/** `3 places watched, 1204 entries` */
export function watchedWords({ watched }: Verdict): string {
  const entries = watched.reduce((sum, each) => sum + each.entries, 0);
  return `${count(watched.length, 'place')} watched, ${count(entries, 'entry', 'entries')}`;
}

/** How the command ended, or null when the session ran none. */
export function outcome({ command, exitCode, signal }: Verdict): string | null {
  if (command.length === 0) return null;
  const name = cut(commandLine(command));
  if (signal !== null) return `${name} was ended by ${signal}`;
  return exitCode === null ? `${name} left no exit code` : `${name} exited with ${exitCode}`;
}

/** How long the session took, in seconds; null when its times cannot be read. */
export function seconds({ startedAt, endedAt }: Verdict): number | null {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  return ms >= 0 ? ms / 1000 : null;
}

function found(verdict: Verdict): string {
  const { leaks, suspects, notCovered } = verdict;
  const parts: string[] = [];
  if (verdict.verdict === 'clean') parts.push('clean', watchedWords(verdict));
  if (verdict.verdict === 'incomplete') parts.push('incomplete');
  if (leaks.length > 0) parts.push(count(leaks.length, 'leak'));
  if (suspects.length > 0)
    parts.push(
      `${count(suspects.length, 'suspect')}${suspectsFail(verdict) ? `, counted as ${suspects.length === 1 ? 'a leak' : 'leaks'}` : ''}`,
    );
  if (notCovered.length > 0) parts.push(`${notCovered.length} not covered`);
  return parts.join(', ');
}

/** Whether nothing but suspects makes this verdict: it was given under `--strict`. */
export function suspectsFail({ verdict, leaks, suspects }: Verdict): boolean {
  return verdict === 'leaks' && leaks.length === 0 && suspects.length > 0;
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_COMMAND ? `${characters.slice(0, MAX_COMMAND).join('')}…` : text;
}
