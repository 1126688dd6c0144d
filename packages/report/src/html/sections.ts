import type { Finding, Verdict } from '@mam/state-guard';
import { suspectsFail } from '../words/headline.ts';
import { remedies } from '../words/remedy.ts';
import { filters, findingsTable, type HtmlStyle } from './findings.ts';
import { html, type Markup } from './markup.ts';

/** The sections of the page, in the order of their weight; one that has nothing to say is left out. */
export function sections(verdict: Verdict, style: HtmlStyle): Markup[] {
  return [leaks(verdict, style), suspects(verdict, style), notCovered(verdict), excused(verdict, style)]
    .concat(watched(verdict), binding(verdict), survivors(verdict))
    .filter((section) => section !== null);
}

function leaks(verdict: Verdict, style: HtmlStyle): Markup | null {
  if (verdict.leaks.length === 0) return null;
  return html`<section class="filtered">
${head('Leaks', 'Changes that nothing explains')}
<div class="remedy">${remedies(verdict).map((sentence) => html`<p>${sentence}</p>`)}</div>
${filters(verdict.leaks)}
${findingsTable(verdict.leaks, style)}
</section>`;
}

function suspects(verdict: Verdict, style: HtmlStyle): Markup | null {
  if (verdict.suspects.length === 0) return null;
  const weight = style.strict || suspectsFail(verdict) ? 'counted as leaks (--strict)' : 'no failure without --strict';
  return html`<section>
${head('Suspects', `Explained only by doubtful evidence; ${weight}`)}
${findingsTable(verdict.suspects, style)}
</section>`;
}

function notCovered(verdict: Verdict): Markup | null {
  if (verdict.notCovered.length === 0) return null;
  return html`<section>
${head('Not covered', 'A leak there would not be seen')}
${table(
  ['Path', 'Reason'],
  verdict.notCovered.map(({ path, reason }) => [html`<code>${path}</code>`, html`${reason}`]),
)}
</section>`;
}

function excused(verdict: Verdict, style: HtmlStyle): Markup | null {
  if (verdict.excused.length === 0) return null;
  const groups = new Map<string, Finding[]>();
  for (const finding of verdict.excused) {
    const group = groups.get(finding.reason);
    if (group) group.push(finding);
    else groups.set(finding.reason, [finding]);
  }
  return html`<section>
${head('Excused', 'Explained, each with its reason')}
<div class="card">
${[...groups].map(
  ([reason, findings]) =>
    html`<details><summary><b>${findings.length}</b> ${reason}</summary>${findingsTable(findings, style)}</details>`,
)}
</div>
</section>`;
}

function watched(verdict: Verdict): Markup | null {
  const rows = verdict.watched.map(({ probe, path, entries }) => [
    html`<code>${path}</code>`,
    html`${probe}`,
    html`${entries}`,
  ]);
  return html`<section>
${head('Watched', 'What was looked at before and after')}
${rows.length > 0 ? table(['Path', 'Probe', 'Entries before'], rows) : html`<p class="none">Nothing was watched.</p>`}
</section>`;
}

function binding({ binding: { recorded, dropped, pinned } }: Verdict): Markup | null {
  const names = [...new Set([...Object.keys(recorded), ...dropped, ...pinned])];
  if (names.length === 0) return null;
  const yes = (list: string[], name: string) => html`${list.includes(name) ? 'yes' : '–'}`;
  const value = (name: string) => {
    const found = recorded[name];
    if (found === undefined) return html`<span class="none">${dropped.includes(name) ? 'not kept' : '–'}</span>`;
    return found === '' ? html`<span class="none">set but empty</span>` : html`<code>${found}</code>`;
  };
  return html`<section>
${head('Binding', 'What the launching pane passed on, and what the command got instead')}
${table(
  ['Variable', 'Inherited', 'Dropped', 'Pinned to the sandbox'],
  names.map((name) => [html`<code>${name}</code>`, value(name), yes(dropped, name), yes(pinned, name)]),
)}
</section>`;
}

function survivors(verdict: Verdict): Markup | null {
  if (verdict.survivors.length === 0) return null;
  return html`<section>
${head('Survivors', 'Processes of the run that outlived the command')}
${table(
  ['Process', 'Pid', 'Then'],
  verdict.survivors.map(({ pid, name, ended }) => [
    html`<code>${name}</code>`,
    html`${pid}`,
    html`${ended ? 'ended during the wait' : 'still running'}`,
  ]),
)}
</section>`;
}

function head(title: string, hint: string): Markup {
  return html`<div class="head"><h2>${title}</h2><p class="hint">${hint}</p></div>`;
}

function table(names: string[], rows: Markup[][]): Markup {
  return html`<div class="card"><table>
<thead><tr>${names.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</tbody>
</table></div>`;
}
