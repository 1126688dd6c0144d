import { removeAgentSession } from '@mam/control-plane';
import { onControlPlane } from '../../control-plane-failure.ts';
import { say } from '../../output/say.ts';
import { type PlaceFlags, placeOf } from './place.ts';

export type RemoveFlags = PlaceFlags;

/** `mam session remove`: prints the name, or the entry that was removed. */
export async function remove(name: string, flags: RemoveFlags): Promise<void> {
  const { session, sessionsFile, warnings } = await onControlPlane(() =>
    removeAgentSession({ ...placeOf(flags), name }),
  );
  for (const warning of warnings) say(`warning: ${warning}`);
  const text = flags.json ? JSON.stringify({ ...session.fields, sessions_file: sessionsFile }, null, 2) : session.name;
  process.stdout.write(`${text}\n`);
}
