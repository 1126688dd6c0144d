/** The style of the page: no font, image or script from elsewhere, light and dark by the reader's own setting. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f6f4; --card: #fff; --ink: #1c1e21; --soft: #5d636b; --line: #e2e2de; --fill: #efefec;
  --red: #b3261e; --red-soft: #fbeae8; --amber: #8a5300; --amber-soft: #fdf1dc; --green: #1b6e3c; --green-soft: #e5f4ea;
  --blue: #1f5fae; --blue-soft: #e7f0fb;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141517; --card: #1c1e21; --ink: #e8e8e6; --soft: #a0a5ad; --line: #32353a; --fill: #26292d;
    --red: #ff9d94; --red-soft: #3d1f1d; --amber: #f3c06b; --amber-soft: #3a2c14; --green: #86d9a4; --green-soft: #183323;
    --blue: #93c0f7; --blue-soft: #1b2c42;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main, header > div, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
code { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
h1, h2, p, dl, dd { margin: 0; }
h2 { font-size: 1.05rem; font-weight: 650; letter-spacing: -.005em; }

header { background: var(--card); border-bottom: 1px solid var(--line); border-top: 6px solid var(--tone); padding: 2rem 0 1.75rem; }
.clean { --tone: var(--green); --tone-soft: var(--green-soft); }
.leaks { --tone: var(--red); --tone-soft: var(--red-soft); }
.incomplete { --tone: var(--amber); --tone-soft: var(--amber-soft); }
.mark { color: var(--soft); font-size: .8125rem; letter-spacing: .02em; }
h1 { color: var(--tone); font-size: 2.25rem; line-height: 1.15; font-weight: 700; letter-spacing: -.02em; margin: .35rem 0 .5rem; }
.outcome { color: var(--soft); max-width: 60rem; overflow-wrap: anywhere; }
.tiles { display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; margin-top: 1.5rem; }
.tiles dt { color: var(--soft); font-size: .8125rem; }
.tiles dd { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.3; }

section { margin: 2rem 0; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .5rem 1.5rem; margin-bottom: .75rem; }
.hint { color: var(--soft); font-size: .875rem; }
.remedy { background: var(--tone-soft); border-radius: 8px; padding: .625rem .875rem; margin-bottom: .75rem; font-weight: 550; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; color: var(--soft); font-size: .8125rem; font-weight: 550; padding: .5rem .875rem; background: var(--fill); }
td { padding: .7rem .875rem; vertical-align: top; border-top: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.kind { white-space: nowrap; width: 1%; }
.what { width: 46%; }
.path { display: block; }
.path span { color: var(--soft); }
.path b { font-weight: 650; }
.reason { margin-top: .2rem; overflow-wrap: anywhere; }
.badge { display: inline-block; border-radius: 5px; padding: .05rem .45rem; font-size: .8125rem; font-weight: 600; }
.added { color: var(--blue); background: var(--blue-soft); }
.modified { color: var(--amber); background: var(--amber-soft); }
.removed { color: var(--red); background: var(--red-soft); }
.entry { display: block; color: var(--soft); font-size: .8125rem; margin-top: .2rem; }
.facts { display: grid; grid-template-columns: 6.25rem 1fr; gap: .1rem .75rem; font-size: .875rem; }
.facts dt { color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }

.filters { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-bottom: .75rem; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; }
legend { float: left; color: var(--soft); font-size: .8125rem; padding: 0; margin-right: .5rem; }
fieldset input { position: absolute; opacity: 0; pointer-events: none; }
fieldset label { border: 1px solid var(--line); background: var(--card); border-radius: 999px; padding: .1rem .7rem; font-size: .8125rem; cursor: pointer; }
fieldset input:checked + label { background: var(--ink); border-color: var(--ink); color: var(--page); }
fieldset input:focus-visible + label { outline: 2px solid var(--blue); outline-offset: 2px; }

details { border-top: 1px solid var(--line); }
details:first-child { border-top: 0; }
summary { padding: .7rem .875rem; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid var(--blue); outline-offset: -2px; }
summary b { font-variant-numeric: tabular-nums; margin-right: .35rem; }
.none { color: var(--soft); }
footer { color: var(--soft); font-size: .8125rem; padding-bottom: 3rem; }

@media (max-width: 46rem) {
  .findings thead { display: none; }
  .findings tr { display: block; border-top: 1px solid var(--line); padding: .5rem 0; }
  .findings td { display: block; width: auto; border: 0; padding: .25rem .875rem; }
  .findings .entry { display: inline; margin-left: .4rem; }
}
@media print { .filters { display: none; } header { border-top-width: 3px; } .card { break-inside: auto; } }
`;

/** Rules that hide the rows which a chosen filter does not name: `:has` does what else a script would. */
export function filterRules(filters: readonly { name: string; values: readonly string[] }[]): string {
  return filters
    .flatMap(({ name, values }) =>
      values.map(
        (value) =>
          `.filtered:has(#${name}-${value}:checked) tbody tr:not([data-${name}="${value}"]) { display: none; }`,
      ),
    )
    .join('\n');
}
