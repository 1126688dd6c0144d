import type { Verdict } from '@mam/state-guard';
import { count } from './count.ts';
import { commandLine } from './printable.ts';

/** A longer command is cut with an ellipsis: the headline is one line. */
const MAX_COMMAND = 80;

/** The verdict in one line: what was found, how the command ended, in which mode, how long it took. */
export function headline(verdict: Verdict): string {
  const how = [verdict.mode, duration(verdict)].filter((part) => part !== null).join(', ');
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

/** How long the session took, as in `2.4 s`; null when its times cannot be read. */
export function duration({ startedAt, endedAt }: Verdict): string | null {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  return ms >= 0 ? `${(ms / 1000).toFixed(1)} s` : null;
}

function found(verdict: Verdict): string {
  const { leaks, suspects, notCovered } = verdict;
  const counts = [
    leaks.length > 0 ? count(leaks.length, 'leak') : null,
    suspects.length > 0 ? count(suspects.length, 'suspect') : null,
    notCovered.length > 0 ? `${notCovered.length} not covered` : null,
  ].filter((part) => part !== null);
  if (verdict.verdict === 'clean') return ['clean', watchedWords(verdict), ...counts].join(', ');
  return [verdict.verdict === 'incomplete' ? 'incomplete' : null, ...counts].filter((part) => part !== null).join(', ');
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_COMMAND ? `${characters.slice(0, MAX_COMMAND).join('')}…` : text;
}
