import { appendEvent } from '@mam/control-plane';
import { CliError } from '../../cli-error.ts';
import { onControlPlane } from '../../control-plane-failure.ts';
import { type PlaceFlags, placesOf } from './places.ts';

export interface EventFlags extends PlaceFlags {
  type: string;
  data?: string;
  json?: boolean;
}

/** `mam job event`: prints nothing, or the event and its path. */
export async function event(id: string, flags: EventFlags): Promise<void> {
  const { type } = flags;
  const data = flags.data === undefined ? {} : { data: parse(flags.data) };
  const appended = await onControlPlane(() => appendEvent({ ...placesOf(flags), id, type, ...data }));
  if (flags.json) process.stdout.write(`${JSON.stringify({ ...appended.event, path: appended.path }, null, 2)}\n`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new CliError(`--data is not JSON (${why}); give a JSON value, quoted for the shell.`, 2, { cause });
  }
}
