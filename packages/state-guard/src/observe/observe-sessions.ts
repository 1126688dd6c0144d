import { fromText } from '../bytes/bytes.ts';
import { displayPath } from '../bytes/display-path.ts';
import { diffNames } from '../compare/diff-names.ts';
import type { LookPair } from '../compare/pair-looks.ts';
import type { SessionsLook } from '../look/sessions-look.ts';
import type { ChangeDetail, Observation } from '../model.ts';
import { cameAt, parentChange } from './entry-times.ts';

/** Agent sessions that came to a sessions file or went from it. */
export function observeSessions(pairs: readonly LookPair<SessionsLook>[], since: number): Observation[] {
  return pairs.flatMap(({ before, now }) => {
    const { added, removed } = diffNames(before?.names ?? [], now.names);
    // What a torn or unreadable file did not show may have been there all the time.
    const cameKnown = before === null || isWhole(before);
    const goneKnown = isWhole(now);
    return [
      ...(cameKnown ? added : []).map((name) => sessionObservation('added', now.path, name, since)),
      ...(goneKnown ? removed : []).map((name) => sessionObservation('removed', now.path, name, since)),
    ];
  });
}

function isWhole(look: SessionsLook): boolean {
  return look.state !== 'unreadable' && look.reason === null;
}

function sessionObservation(change: 'added' | 'removed', file: string, session: string, since: number): Observation {
  const { path, pathBase64 } = displayPath(fromText(`${file}#${session}`));
  const detail: ChangeDetail = change === 'removed' ? parentChange(file) : {};
  if (pathBase64 !== undefined) detail.pathBase64 = pathBase64;
  const at = change === 'added' ? cameAt(fromText(file), since) : null;
  return { change, entry: 'agent-session', path, probe: 'registry', by: 'unknown', at, late: false, session, detail };
}
