import { basename, dirname, isAbsolute, join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import type { Accepted } from '@mam/state-guard';

/** A finding that is known and put up with for a while; its path is absolute, or the form of what is no file. */
export interface AcceptedPath extends Accepted {
  /** Where it is written, for people, as in `/src/mam.config.yaml:12`. */
  source?: string | undefined;
}

/** Accepted paths as judgement takes them, and what to say of those that met nothing. */
export interface AcceptedEvidence {
  accepted: Accepted[];
  /** A sentence for each accepted path of which no spelling was used. */
  unusedNotes(unused: readonly Accepted[]): string[];
}

/** Findings have real paths: each accepted path counts in its own spelling, and in those that its links lead to. */
export function acceptedEvidence(accept: readonly AcceptedPath[]): AcceptedEvidence {
  const entries = accept.map((entry) => ({
    entry,
    spellings: spellingsOf(entry.path).map((path): Accepted => ({ path, reason: entry.reason, until: entry.until })),
  }));
  return {
    accepted: entries.flatMap(({ spellings }) => spellings),
    unusedNotes: (unused) =>
      entries
        .filter(({ spellings }) => spellings.every((spelling) => unused.includes(spelling)))
        .map(({ entry }) => unusedNote(entry)),
  };
}

/** The day of a date where this process runs, as `2026-12-31`. */
export function dayOf(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** An accepted path in every spelling under which a finding of it can stand. */
export function spellingsOf(path: string): string[] {
  if (!isAbsolute(path)) return [path];
  // A link that was itself changed is found at its own place, in its real directory.
  return [...new Set([path, join(realPath(dirname(path)), basename(path)), realPath(path)])];
}

function unusedNote({ path, source }: AcceptedPath): string {
  const where = source === undefined ? '' : ` (${source})`;
  return `The accepted path ${JSON.stringify(path)}${where} met no finding of this run; take it out if it is mended.`;
}
