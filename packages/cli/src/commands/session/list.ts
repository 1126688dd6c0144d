import { type ListedAgentSession, listAgentSessions } from '@mam/control-plane';
import { onControlPlane } from '../../control-plane-failure.ts';
import { table } from '../../output/table.ts';
import { type PlaceFlags, placeOf } from './place.ts';

export type ListFlags = PlaceFlags;

/** `mam session list`: a table, or an array of the entries, each with `mux`, `alive` and the reason. */
export async function list(flags: ListFlags): Promise<void> {
  const sessions = await onControlPlane(() => listAgentSessions(placeOf(flags)));
  if (flags.json) {
    const entries = sessions.map(({ fields, kind, list, alive, reason }) => ({
      ...fields,
      list,
      mux: kind,
      alive,
      reason,
    }));
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return;
  }
  const rows = sessions.map((session) => [
    session.name,
    session.kind ?? session.list,
    session.fields.agent ?? '-',
    session.fields.role ?? '-',
    session.fields.pane_id ?? '-',
    stateOf(session),
  ]);
  process.stdout.write(table(['NAME', 'MUX', 'AGENT', 'ROLE', 'PANE', 'STATE'], rows));
}

function stateOf({ alive, reason }: ListedAgentSession): string {
  if (alive) return 'alive';
  return `${alive === null ? 'unknown' : 'dead'}: ${reason}`;
}
