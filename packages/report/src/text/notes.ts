import type { Survivor, Verdict } from '@mam/state-guard';
import { count } from '../words/count.ts';
import { printable } from '../words/printable.ts';
import { reasonCounts } from '../words/reasons.ts';
import { cutList } from './list.ts';
import type { Style } from './style.ts';

/** What a reader may want to know besides the findings, a short line each: what was excused, ignored, dropped, pinned, left running. */
export function notes(verdict: Verdict, style: Style): string[] {
  const { excused, ignored, binding, survivors } = verdict;
  const lines: string[] = [];
  if (excused.length > 0) lines.push(`${excused.length} excused: ${cutWords(reasonCounts(excused), style)}`);
  if (ignored > 0) lines.push(`${count(ignored, 'change')} ignored by patterns`);
  if (binding.dropped.length > 0)
    lines.push(`dropped from the environment: ${binding.dropped.map(printable).join(', ')}`);
  if (binding.pinned.length > 0) lines.push(`pinned to the sandbox: ${binding.pinned.map(printable).join(', ')}`);
  if (survivors.length > 0) {
    const names = cutWords(survivors.map(survivorWords), style);
    lines.push(`${count(survivors.length, 'process', 'processes')} outlived the command: ${names}`);
  }
  return lines;
}

function survivorWords({ name, pid, ended }: Survivor): string {
  return `${printable(name)} (pid ${pid}, ${ended ? 'ended during the wait' : 'still running'})`;
}

function cutWords(words: string[], style: Style): string {
  const { shown, rest } = cutList(words, style.cut);
  return [...shown, ...rest].join(', ');
}
