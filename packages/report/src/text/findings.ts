import type { Finding } from '@mam/state-guard';
import { facts, title } from '../words/facts.ts';
import type { Color } from './color.ts';
import { cutList } from './list.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

const LABEL_WIDTH = 'agent session'.length + 2;

/** Findings as blocks: a line that names the change and its path, then its facts. A long list is cut with a count. */
export function findingBlocks(findings: Finding[], color: Color, style: Style): string {
  const { shown, rest } = cutList(findings, style.cut);
  return [...shown.map((finding) => block(finding, color, style)), ...rest.map((line) => `  ${line}`)].join('\n\n');
}

function block(finding: Finding, color: Color, { paint, width, mode, route }: Style): string {
  const lines = [`  ${paint(color, title(finding))}`];
  for (const { label, text } of facts(finding, mode, route)) {
    lines.push(`    ${paint('dim', label.padEnd(LABEL_WIDTH))}${wrap(text, 4 + LABEL_WIDTH, width)}`);
  }
  return lines.join('\n');
}
