import { type ShownJob, showJob } from '@mam/control-plane';
import { onControlPlane } from '../../control-plane-failure.ts';
import { onOneLine } from '../../output/printable.ts';
import { type PlaceFlags, placesOf } from './places.ts';

export interface ShowFlags extends PlaceFlags {
  json?: boolean;
}

/** `mam job show`: the record, its paths, the whole prompt and the events. */
export async function show(id: string, flags: ShowFlags): Promise<void> {
  const job = await onControlPlane(() => showJob(id, placesOf(flags)));
  process.stdout.write(flags.json ? `${JSON.stringify(asJson(job), null, 2)}\n` : asText(job));
}

function asJson(job: ShownJob): object {
  const { id, record, problem, recordPath, logDir, meta, events, otherLines } = job;
  return {
    ...record,
    id,
    ...(problem === null ? {} : { problem }),
    record_path: recordPath,
    log_dir: logDir,
    meta,
    events,
    other_lines: otherLines,
  };
}

function asText({ id, record, problem, recordPath, logDir, meta, events, otherLines }: ShownJob): string {
  const rows: [string, string | undefined][] = [
    ['id', id],
    ['status', record.status],
    ['agent', record.agent],
    ['agent session', record.agent_session],
    ['created', record.created_at],
    ['record', problem === null ? recordPath : `${recordPath} (${problem})`],
    ['audit log', meta === null ? `${logDir} (no meta.json)` : logDir],
  ];
  const lines = rows.map(([title, value]) => `${title.padEnd(14)} ${onOneLine(value ?? '-')}`);
  lines.push('', ...(record.prompt ?? '').split('\n').map((line) => `  ${lineOfPrompt(line)}`));
  if (events.length > 0 || otherLines > 0) lines.push('');
  for (const { at, type, data } of events) {
    lines.push(onOneLine(`${at}  ${type}${data === undefined ? '' : `  ${JSON.stringify(data)}`}`));
  }
  if (otherLines > 0) lines.push(`and ${otherLines} more line${otherLines === 1 ? '' : 's'} that are no events`);
  return `${lines.join('\n')}\n`;
}

/** A line of a prompt: its tabs stay. */
function lineOfPrompt(line: string): string {
  return line.split('\t').map(onOneLine).join('\t');
}
