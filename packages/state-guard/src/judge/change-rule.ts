import type { ChangeDetail, Observation } from '../model.ts';
import type { Evidence, Opinion } from './evidence.ts';

/** Judges a change that the registry rule does not: a leak, unless something excuses it. */
export function judgeChange(observation: Observation, evidence: Evidence): Opinion {
  const what = describeChange(observation);
  if (observation.by === 'others' && observation.probe === 'tree') {
    return { kind: 'excused', reason: `${what}, made outside the run` };
  }
  if (observation.by !== 'unknown') return { kind: 'leak', reason: what };
  const { path } = observation;
  if (isContentOnly(observation) && evidence.idle?.has(path)) {
    return { kind: 'excused', reason: `${what}, as it did while nothing ran` };
  }
  const holder = evidence.holders?.get(path);
  if (holder && (isContentOnly(observation) || observation.change === 'added')) {
    const held = `${holder.name} (pid ${holder.pid}), which is older than the run, holds it open for writing`;
    return holder.drivable
      ? { kind: 'suspect', reason: `${what}; ${held}, and the run could have driven it` }
      : { kind: 'excused', reason: `${what}; ${held}` };
  }
  return { kind: 'leak', reason: what };
}

/** Whether a file's content changed and nothing else of it did. */
export function isContentOnly({ change, detail = {} }: Observation): boolean {
  if (change !== 'modified') return false;
  const { differs, appendedLines, sameBytes } = detail;
  if (differs === undefined) return appendedLines !== undefined || sameBytes === true;
  return differs.length > 0 && differs.every(isContent);
}

/** What happened, in a few words. */
function describeChange({ change, entry, detail = {} }: Observation): string {
  if (change === 'added') return `new ${WORDS[entry] ?? entry}`;
  if (change === 'removed') return `${WORDS[entry] ?? entry} removed`;
  if (detail.type) return `type changed from ${detail.type.before} to ${detail.type.after}`;
  const content = describeContent(detail);
  // A mode that changed along with the content is named with it: what excuses the one does not excuse the other.
  const aspects = (detail.differs ?? [])
    .filter((aspect) => content === null || !isContent(aspect))
    .map((aspect) =>
      aspect === 'mode' && detail.mode ? `mode (${detail.mode.before} to ${detail.mode.after})` : aspect,
    );
  if (aspects.length === 0) return content ?? 'changed';
  return content === null ? `changed: ${aspects.join(', ')}` : `${content}, and changed: ${aspects.join(', ')}`;
}

/** The content in words of its own, or null where "content" and "size" say it. */
function describeContent({ sameBytes, appendedLines }: ChangeDetail): string | null {
  if (sameBytes) return 'written again with the same bytes';
  return appendedLines ? `${appendedLines} line${appendedLines === 1 ? '' : 's'} appended` : null;
}

function isContent(aspect: string): boolean {
  return aspect === 'content' || aspect === 'size';
}

const WORDS: Readonly<Record<string, string>> = {
  symlink: 'symbolic link',
  'tmux-session': 'tmux session',
  other: 'special file',
};
