import type { Verdict } from '@mam/state-guard';
import { count } from '../words/count.ts';
import type { Route } from '../words/facts.ts';
import { headline, outcome, seconds, suspectsFail } from '../words/headline.ts';
import { FILTERS, type HtmlStyle } from './findings.ts';
import { html, Markup } from './markup.ts';
import { sections } from './sections.ts';
import { filterRules, STYLE } from './style.ts';

export interface HtmlOptions {
  /** Suspects fail as leaks do. */
  strict?: boolean | undefined;
  route?: Route | undefined;
  /** How many findings a table shows before it is cut with a count. Default 2000. */
  maxPerList?: number | undefined;
}

/** The verdict as one self-contained page: no script, and nothing is loaded from elsewhere. */
export function formatHtml(verdict: Verdict, options: HtmlOptions = {}): string {
  const { strict = false, route, maxPerList = 2000 } = options;
  const style: HtmlStyle = { mode: verdict.mode, strict, route, maxPerList, listAll: '--json lists all' };
  const css = new Markup(`${STYLE}${filterRules(FILTERS)}\n`);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>mam: ${headline(verdict)}</title>
<style>${css}</style>
</head>
<body class="${verdict.verdict}">
${banner(verdict)}
<main>
${sections(verdict, style)}
</main>
<footer>${verdict.schema}. The guard never deletes or repairs live state.</footer>
</body>
</html>
`.source;
}

function banner(verdict: Verdict): Markup {
  const { leaks, suspects, excused, ignored, notCovered, watched, startedAt, mode } = verdict;
  const took = seconds(verdict);
  const tiles: [string, number][] = [
    ['leaks', leaks.length],
    ['suspects', suspects.length],
    ['not covered', notCovered.length],
    ['excused', excused.length],
    ['ignored', ignored],
    ['places watched', watched.length],
    ['entries before', watched.reduce((sum, { entries }) => sum + entries, 0)],
  ];
  const ending = outcome(verdict);
  return html`<header><div>
<p class="mark">mam isolation check, mode ${mode}</p>
<h1>${word(verdict)}</h1>
<p class="outcome">${ending === null ? html`` : html`<code>${ending}</code><br/>`}Started ${startedAt}${took === null ? '' : `, took ${took.toFixed(1)} s`}</p>
<dl class="tiles">${tiles.map(([label, number]) => html`<div><dt>${label}</dt><dd>${number}</dd></div>`)}</dl>
</div></header>`;
}

function word(verdict: Verdict): string {
  if (verdict.verdict === 'clean') return 'Clean';
  if (verdict.verdict === 'incomplete') return 'Incomplete';
  if (suspectsFail(verdict)) return `${count(verdict.suspects.length, 'suspect')}, counted as leaks`;
  return count(verdict.leaks.length, 'leak');
}
