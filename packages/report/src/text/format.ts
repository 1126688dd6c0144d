import type { Verdict } from '@mam/state-guard';
import { count } from '../words/count.ts';
import type { Route } from '../words/facts.ts';
import { headline, suspectsFail, watchedWords } from '../words/headline.ts';
import { printable } from '../words/printable.ts';
import { remedies } from '../words/remedy.ts';
import { type Color, painter } from './color.ts';
import { findingBlocks } from './findings.ts';
import { cutList } from './list.ts';
import { notes } from './notes.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

export interface TextOptions {
  /** Whether to colour; see `wantsColor`. */
  color: boolean;
  /** Columns at which prose is wrapped; paths never are. Unlimited by default. */
  width?: number | undefined;
  /** How many items a list shows before it is cut with a count. Default 20. */
  maxPerList?: number | undefined;
  /** Where a cut list is whole; default `--json lists all`. */
  listAll?: string | undefined;
  /** Names the likely way by which the run came to a finding's path. */
  route?: Route | undefined;
  /** List what is excused in full, not only its reasons. */
  listExcused?: boolean | undefined;
  /** Suspects fail too: the text says so. */
  strict?: boolean | undefined;
}

const COLORS: Record<Verdict['verdict'], Color> = { clean: 'green', leaks: 'red', incomplete: 'yellow' };

/** The verdict for people. A clean one is one line, or two when there is something to add. Ends with a line feed. */
export function formatText(verdict: Verdict, options: TextOptions): string {
  const { maxPerList = 20, listAll = '--json lists all', width, route, listExcused = false, strict = false } = options;
  const paint = painter(options.color);
  const style: Style = { paint, width, mode: verdict.mode, route, cut: { maxPerList, listAll } };
  const { leaks, suspects, excused, notCovered } = verdict;

  const head = `mam: ${paint(COLORS[verdict.verdict], headline(verdict))}`;
  const lines = notes(verdict, style);
  const fullyExcused = listExcused ? excused : [];
  if (verdict.verdict === 'clean' && suspects.length + notCovered.length + fullyExcused.length === 0) {
    return [head, ...(lines.length > 0 ? [`mam: ${lines.join('; ')}`] : []), ''].join('\n');
  }

  const sections: string[] = [head];
  if (leaks.length > 0) {
    sections.push(findingBlocks(leaks, 'red', style));
    sections.push(
      remedies(verdict)
        .map((sentence) => paint('bold', wrap(sentence, 0, width)))
        .join('\n'),
    );
  }
  if (suspects.length > 0) {
    const title = `${count(suspects.length, 'suspect')}, explained only by doubtful evidence`;
    const weight = strict || suspectsFail(verdict) ? 'counted as leaks (--strict)' : 'no failure without --strict';
    sections.push(wrap(`${title}; ${weight}:`, 0, width), findingBlocks(suspects, 'yellow', style));
  }
  if (fullyExcused.length > 0) {
    sections.push(`${fullyExcused.length} excused:`, findingBlocks(fullyExcused, 'dim', style));
  }
  if (notCovered.length > 0) sections.push(notCoveredSection(verdict, style));
  sections.push([watchedWords(verdict), ...lines].map((line) => wrap(line, 0, width)).join('\n'));
  return `${sections.join('\n\n')}\n`;
}

function notCoveredSection({ notCovered }: Verdict, { cut, paint }: Style): string {
  const { shown, rest } = cutList(notCovered, cut);
  return [
    `${notCovered.length} not covered; a leak there would not be seen:`,
    ...shown.map(({ path, reason }) => `  ${paint('yellow', printable(path))}: ${printable(reason)}`),
    ...rest.map((line) => `  ${line}`),
  ].join('\n');
}
