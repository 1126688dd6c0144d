import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { allOf, type Node, parseXml, textOf } from '../testing/parse-xml.ts';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatHtml, type HtmlOptions } from './format.ts';

/** The page as a strict parser reads it: it is well-formed XML besides its being HTML. */
function page(verdict: Verdict, options?: HtmlOptions): Node {
  return parseXml(formatHtml(verdict, options));
}

const named = (node: Node, name: string): Node[] => allOf(node).filter((each) => each.name === name);
const withClass = (node: Node, name: string): Node[] =>
  allOf(node).filter(({ attributes }) => attributes.class?.split(' ').includes(name));
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Each section's heading, and its rows as text. */
function sections(node: Node): Record<string, string[]> {
  return Object.fromEntries(
    named(node, 'section').map((section) => [
      tidy(named(section, 'h2').map(textOf).join('')),
      named(section, 'tbody').flatMap((body) => named(body, 'tr').map((row) => tidy(textOf(row)))),
    ]),
  );
}

test('everything stands in its section', () => {
  expect(sections(page(EVERYTHING, { route: () => 'MAM_JOBS_DIR' }))).toMatchInlineSnapshot(`
    {
      "Binding": [
        "WORKSPACE_ROOT /live yes yes",
        "AGENT_SESSIONS_YAML /live/s.yaml – –",
        "MAM_JOBS_DIR set but empty yes yes",
        "DELEGATE_JOB_LOGS_DIR x – –",
        "TMUX not kept yes –",
        "TMUX_TMPDIR – – yes",
      ],
      "Excused": [
        "modified file /live/ config.yaml made outside the run when 2026-03-04T05:06:07.890Z whose others', not the run's likely route MAM_JOBS_DIR",
        "modified file /live/ log made outside the run when 2026-03-04T05:06:07.890Z whose others', not the run's likely route MAM_JOBS_DIR",
        "modified file /live/ known accepted until 2027-01-01: known when 2026-03-04T05:06:07.890Z whose not known likely route MAM_JOBS_DIR",
      ],
      "Leaks": [
        "added record /live/.mam/jobs/ a1.json agent_session names no registered agent session agent session "herdr:ghost" prompt "issue 15" detail type symlink -> file, replaced by another, 1 line appended (29 bytes), same bytes rewritten, content not known: EACCES, link target a -> b, owner 0:0 -> 1000:1000, mode 0600 -> 0644, 8 entries came with it, every entry went; the root itself is a mount point and stayed, the live one changed meanwhile too, pid 4321, 1.5 s old, its directory last changed at 2026-03-04T05:06:07.000Z, path in base64 L2xpdmUv/w==, sockets 2, from a probe "yes" when 2026-03-04T05:06:07.890Z, while one of a.spec.ts › first, b.spec.ts › second ran, late: after the command had ended whose not known likely route MAM_JOBS_DIR",
        "modified file /live/ config.yaml changed in a watched tree detail 1 line appended when 2026-03-04T05:06:07.890Z whose the run's, captured likely route MAM_JOBS_DIR",
        "removed directory /live/ profiles changed in a watched tree detail 8 entries went with it when 2026-03-04T05:06:07.890Z whose the run's, captured likely route MAM_JOBS_DIR",
        "added line command:crontab#@daily fixture-job a new line of a watched command when outside any test whose not known likely route MAM_JOBS_DIR",
        "added process process:sleep outlived the run detail pid 77, 1.2 s old when 2026-03-04T05:06:07.890Z, while a.spec.ts › first ran whose the run's likely route MAM_JOBS_DIR",
      ],
      "Not covered": [
        "/live/secret EACCES",
      ],
      "Survivors": [
        "sleep 12 ended during the wait",
        "tmux: server 13 still running",
      ],
      "Suspects": [
        "added agent-session /live/.mam/ agent-sessions.yaml#new appeared during the run agent session "new" when 2026-03-04T05:06:07.890Z whose not known likely route MAM_JOBS_DIR",
      ],
      "Watched": [
        "/live/.mam/jobs registry 812",
        "/live tree 9",
        "command:crontab command 1",
        "tmux:default tmux 2",
        "processes processes 0",
      ],
    }
  `);
});

test('the banner says the verdict in a word, how the command ended, and the counts', () => {
  const banner = (verdict: Verdict) => tidy(textOf(named(page(verdict), 'header')[0] as Node));
  expect(banner(EVERYTHING)).toMatchInlineSnapshot(
    `"mam isolation check, mode contain 5 leaks Started 2026-03-04T05:06:06.000Z, took 2.4 s pytest -q 'it'\\''s' was ended by SIGKILL leaks 5 suspects 1 not covered 1 excused 3 ignored 12 places watched 5 entries before 824"`,
  );
  expect(banner(verdictOf())).toMatch(/^mam isolation check, mode observe Clean .* pytest -q exited with 0 leaks 0 /);
  const notCovered = [{ path: '/x', reason: 'EACCES' }];
  expect(banner(verdictOf({ verdict: 'incomplete', notCovered }))).toContain(' Incomplete ');
  expect(banner(verdictOf({ verdict: 'leaks', suspects: [finding()] }))).toContain(' 1 suspect, counted as leaks ');
});

test('a section that has nothing to say is left out', () => {
  expect(Object.keys(sections(page(verdictOf())))).toEqual(['Watched']);
});

test('what became of the leaks is said, captured or left in place', () => {
  const remedy = (verdict: Partial<Verdict>) => {
    const node = page(verdictOf({ verdict: 'leaks', ...verdict }));
    return withClass(node, 'remedy').map((each) => tidy(textOf(each)));
  };
  expect(remedy({ leaks: [finding()] })).toEqual(['left in place; check and remove by hand']);
  expect(remedy({ mode: 'contain', leaks: [finding({ by: 'run' })] })).toEqual([
    'captured; never reached the live directory',
  ]);
});

test('the page is self-contained: no script, no address, nothing to load', () => {
  const html = formatHtml(EVERYTHING);
  expect(html).not.toMatch(/<script|javascript:|https?:|url\(|@import|@font-face/i);
  const attributes = new Set(allOf(parseXml(html)).flatMap((node) => Object.keys(node.attributes)));
  expect([...attributes].filter((name) => /^(on.*|href|src|style|action|background)$/.test(name))).toEqual([]);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test('it is readable in light and dark', () => {
  const html = formatHtml(verdictOf());
  expect(html).toContain('color-scheme: light dark;');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});

test('whatever stands in a verdict is text, never markup', () => {
  const nasty = `</style><script>alert(1)</script><img src=x onerror="y"> & " ' ]]> \u0000\u001b[2J\u202e \n\ud800`;
  const bad = treeFinding({
    path: `/live/${nasty}/${nasty}`,
    reason: nasty,
    agentSession: nasty,
    prompt: nasty,
    attribution: 'only',
    tests: [nasty],
    detail: { [nasty]: nasty },
  });
  const verdict = verdictOf({
    verdict: 'leaks',
    command: [nasty],
    leaks: [bad, finding()],
    suspects: [bad],
    excused: [bad],
    notCovered: [{ path: nasty, reason: nasty }],
    watched: [{ probe: 'tree', path: nasty, entries: 1 }],
    binding: { recorded: { WORKSPACE_ROOT: nasty }, dropped: [nasty], pinned: [nasty] },
    survivors: [{ pid: 1, name: nasty, ended: true }],
  });
  const node = page(verdict, { route: () => nasty });
  const harmless = page({ ...verdict, leaks: [treeFinding(), finding()] });
  const names = new Set(allOf(node).map(({ name }) => name));
  expect([...names].filter((name) => !allOf(harmless).some((each) => each.name === name))).toEqual([]);
  expect(names).not.toContain('script');
  const text = textOf(node);
  expect(text.match(/<script>alert\(1\)<\/script><img src=x onerror=/g)?.length).toBeGreaterThan(12);
  expect(text).toContain('\\u0000\\u001b[2J\\u202e \\u000a\\ud800');
});

test('each filter that is offered hides the rows of the other values, and needs no script', () => {
  const html = formatHtml(EVERYTHING);
  const node = parseXml(html);
  const leaks = withClass(node, 'filtered')[0] as Node;
  const rows = named(leaks, 'tbody').flatMap((body) => named(body, 'tr'));
  const inputs = named(leaks, 'input').filter(({ attributes }) => !attributes.id?.endsWith('-all'));
  expect(inputs.map(({ attributes }) => attributes.id)).toEqual([
    'change-added',
    'change-modified',
    'change-removed',
    'probe-registry',
    'probe-tree',
    'probe-command',
    'probe-processes',
    'by-run',
    'by-unknown',
  ]);
  for (const { attributes } of inputs) {
    const [name, value] = attributes.id?.split('-') ?? [];
    expect(html).toContain(
      `.filtered:has(#${name}-${value}:checked) tbody tr:not([data-${name}="${value}"]) { display: none; }`,
    );
    const number = rows.filter((row) => row.attributes[`data-${name}`] === value).length;
    const label = named(leaks, 'label').find((each) => each.attributes.for === attributes.id);
    expect(label?.text).toBe(`${value} ${number}`);
  }
});

test('a column in which the leaks do not differ is no filter', () => {
  expect(named(page(verdictOf({ verdict: 'leaks', leaks: [finding(), finding({ path: '/b' })] })), 'fieldset')).toEqual(
    [],
  );
});

test('a long table is cut with a count', () => {
  const leaks = Array.from({ length: 12 }, (_, n) => finding({ path: `/live/${n}` }));
  const node = page(verdictOf({ verdict: 'leaks', leaks }), { maxPerList: 5 });
  expect(sections(node).Leaks?.length).toBe(5);
  expect(textOf(node)).toContain('… and 7 more; --json lists all');
});

test('suspects count as leaks when strict', () => {
  const text = (options: HtmlOptions) => textOf(page(verdictOf({ suspects: [finding()] }), options));
  expect(text({})).toContain('no failure without --strict');
  expect(text({ strict: true })).toContain('counted as leaks (--strict)');
});
