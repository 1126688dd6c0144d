import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { type Node, parseXml } from '../testing/parse-xml.ts';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatJunit } from './format.ts';

function suiteOf(verdict: Verdict, options?: Parameters<typeof formatJunit>[1]): Node {
  const suite = parseXml(formatJunit(verdict, options)).children[0];
  if (suite === undefined) throw new Error('no test suite');
  return suite;
}

/** Each test case's name, and what is in it. */
function cases(suite: Node): [string | undefined, string[]][] {
  return suite.children
    .filter(({ name }) => name === 'testcase')
    .map(({ attributes, children }) => [attributes.name, children.map(({ name }) => name)]);
}

test('one leak, exactly', () => {
  const verdict = verdictOf({ verdict: 'leaks', leaks: [finding({ prompt: 'a <b> & "c"' })] });
  expect(formatJunit(verdict, { route: () => 'MAM_JOBS_DIR' })).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="mam" tests="1" failures="1" errors="0" time="2.4">
    <testsuite name="mam" tests="1" failures="1" errors="0" skipped="0" time="2.4" timestamp="2026-03-04T05:06:06.000Z">
    <properties>
    <property name="verdict" value="leaks"/>
    <property name="mode" value="observe"/>
    <property name="command" value="[&quot;pytest&quot;,&quot;-q&quot;]"/>
    <property name="dropped" value=""/>
    <property name="pinned" value=""/>
    </properties>
    <testcase classname="mam.registry" name="added record /live/.mam/jobs/a1.json" time="0">
    <failure type="leak" message="leak: no agent_session">added record /live/.mam/jobs/a1.json
    reason: no agent_session
    agent session: none
    prompt: &quot;a &lt;b&gt; &amp; \\&quot;c\\&quot;&quot;
    when: 2026-03-04T05:06:07.890Z
    whose: not known
    likely route: MAM_JOBS_DIR
    left in place; check and remove by hand</failure>
    </testcase>
    <system-out>mam: 1 leak; pytest -q exited with 0 (observe, 2.4 s)

      added record /live/.mam/jobs/a1.json
        reason         no agent_session
        agent session  none
        prompt         &quot;a &lt;b&gt; &amp; \\&quot;c\\&quot;&quot;
        when           2026-03-04T05:06:07.890Z
        whose          not known
        likely route   MAM_JOBS_DIR

    left in place; check and remove by hand

    1 place watched, 812 entries
    </system-out>
    </testsuite>
    </testsuites>
    "
  `);
});

test('leaks fail, suspects are skipped, what is not covered is an error', () => {
  const suite = suiteOf(EVERYTHING);
  expect(suite.attributes).toMatchObject({ tests: '7', failures: '5', errors: '1', skipped: '1', time: '2.4' });
  expect(cases(suite)).toEqual([
    ['added record /live/.mam/jobs/a1.json', ['failure']],
    ['modified file /live/config.yaml', ['failure']],
    ['removed directory /live/profiles', ['failure']],
    ['added line command:crontab#@daily fixture-job', ['failure']],
    ['added process process:sleep', ['failure']],
    ['added agent-session /live/.mam/agent-sessions.yaml#new', ['skipped']],
    ['not covered /live/secret', ['error']],
  ]);
});

test('suspects fail when strict', () => {
  expect(suiteOf(EVERYTHING, { strict: true }).attributes).toMatchObject({ failures: '6', skipped: '0' });
  const judgedStrict = verdictOf({ verdict: 'leaks', suspects: [finding()] });
  expect(suiteOf(judgedStrict).attributes).toMatchObject({ failures: '1', skipped: '0' });
});

test('a clean verdict is one test case that passed', () => {
  const suite = suiteOf(verdictOf());
  expect(suite.attributes).toMatchObject({ tests: '1', failures: '0', errors: '0', skipped: '0' });
  expect(cases(suite)).toEqual([['no leak into live state', []]]);
});

test('the suite holds the text for people, with what was excused', () => {
  const text = suiteOf(EVERYTHING).children.find(({ name }) => name === 'system-out')?.text;
  expect(text).toContain('3 excused: 2 × made outside the run, 1 × accepted until 2027-01-01: known');
  expect(text).not.toContain('\u001b');
});

test('whatever stands in a path, a prompt, a command or a test, the document is well-formed and the text survives', () => {
  const nasty = '\u0000\u001b[31m\u007f\ufffe\uffff\ud800 ]]> <!-- & " \' \n\r\t\u0085\u2028';
  const leak = treeFinding({
    path: nasty,
    reason: nasty,
    agentSession: nasty,
    prompt: nasty,
    attribution: 'only',
    tests: [nasty],
  });
  const verdict = verdictOf({
    verdict: 'leaks',
    command: [nasty],
    leaks: [leak],
    suspects: [leak],
    notCovered: [{ path: nasty, reason: nasty }],
    binding: { recorded: {}, dropped: [nasty], pinned: [nasty] },
  });
  const suite = suiteOf(verdict);
  expect(cases(suite)[0]?.[0]).toMatch(
    /^modified file \\u0000\\u001b\[31m\\u007f.*\\ud800 \]\]> <!-- & " ' \\u000a\\u000d\\u0009/,
  );
});
