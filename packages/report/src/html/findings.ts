import type { Finding, GuardMode } from '@mam/state-guard';
import { facts, type Route } from '../words/facts.ts';
import { html, type Markup } from './markup.ts';

/** How the tables of the page are filled. */
export interface HtmlStyle {
  mode: GuardMode;
  strict: boolean;
  route: Route | undefined;
  maxPerList: number;
  listAll: string;
}

/** The columns by which findings can be filtered, and what may stand in each. */
export const FILTERS = [
  { name: 'change', label: 'Change', values: ['added', 'modified', 'removed'] },
  { name: 'probe', label: 'Seen by', values: ['registry', 'tree', 'command', 'tmux', 'processes'] },
  { name: 'by', label: 'Whose', values: ['run', 'others', 'unknown'] },
] as const;

/** Findings as a table; the first of a long list, with a count of the others. */
export function findingsTable(findings: Finding[], style: HtmlStyle): Markup {
  const hidden = findings.length - style.maxPerList;
  const rest = hidden > 0 ? html`<p class="head hint">… and ${hidden} more; ${style.listAll}</p>` : html``;
  return html`<div class="card"><table class="findings">
<thead><tr><th class="kind">Change</th><th class="what">Path and reason</th><th>Evidence</th></tr></thead>
<tbody>
${findings.slice(0, style.maxPerList).map((finding) => row(finding, style))}
</tbody>
</table></div>
${rest}`;
}

/** One group of choices for each column in which the findings differ. */
export function filters(findings: Finding[]): Markup {
  const groups = FILTERS.map(({ name, label, values }) => {
    const choices = values
      .map((value) => ({ value, number: findings.filter((finding) => finding[name] === value).length }))
      .filter(({ number }) => number > 0);
    if (choices.length < 2) return html``;
    return html`<fieldset><legend>${label}</legend>
<input type="radio" name="${name}" id="${name}-all" checked="checked"/><label for="${name}-all">all</label>
${choices.map(
  ({ value, number }) =>
    html`<input type="radio" name="${name}" id="${name}-${value}"/><label for="${name}-${value}">${value} ${number}</label>`,
)}
</fieldset>`;
  });
  return html`<div class="filters">${groups}</div>`;
}

function row(finding: Finding, { mode, route }: HtmlStyle): Markup {
  const said = facts(finding, mode, route).filter(({ label }) => label !== 'reason');
  return html`<tr data-change="${finding.change}" data-probe="${finding.probe}" data-by="${finding.by}">
<td class="kind"><span class="badge ${finding.change}">${finding.change}</span> <span class="entry">${finding.entry}</span></td>
<td class="what">${pathOf(finding)}<p class="reason">${finding.reason}</p></td>
<td><dl class="facts">${said.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl></td>
</tr>`;
}

/** The path with its last part set off, where it has parts. */
function pathOf({ path }: Finding): Markup {
  const cut = path.startsWith('/') ? path.lastIndexOf('/', path.length - 2) + 1 : 0;
  return html`<code class="path"><span>${path.slice(0, cut)}</span><b>${path.slice(cut)}</b></code>`;
}
