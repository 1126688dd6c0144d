import { expect, test } from '@mam/fixtures';
import { FIVE_FINDINGS } from '../../field-cases/cases/five-findings.ts';
import { mismatches } from '../../field-cases/match.ts';
import { runCase } from '../../field-cases/run-case.ts';
import { SETTINGS } from '../../field-cases/settings.ts';
import { whyNotCase, whyNotMode } from '../../field-cases/why-not.ts';

for (const { name, mode, user } of SETTINGS) {
  test(`${name}: ${FIVE_FINDINGS.fault}: five findings, each with its reason and its likely route`, async () => {
    const reason = whyNotMode(mode, user) ?? whyNotCase(FIVE_FINDINGS);
    test.skip(reason !== null, reason ?? '');
    await runCase(FIVE_FINDINGS, { mode, user }, (outcome) => {
      expect(mismatches(FIVE_FINDINGS, mode, outcome), outcome.stderr).toEqual([]);
      expect(outcome.report?.leaks).toHaveLength(5);
      expect(routes(outcome.stderr)).toEqual({
        'added tmux-session tmux:fixture': 'TMUX',
        'added process process:sleep': 'the command started it, and did not end it',
        'added line command:crontab#@hourly test-service':
          'what crontab prints is kept by a program, not in a watched file',
        [`modified file ${outcome.places.T}/home/.agent/logs/audit.jsonl`]: 'AGENT or AG_HOME',
        [`modified file ${outcome.places.T}/home/.config/tool/config.yaml`]: 'XDG_CONFIG_HOME',
      });
    });
  });
}

/** The likely route of each finding in the text, by its title. */
function routes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let title = '';
  for (const line of text.split('\n')) {
    title = /^ {2}((?:added|modified|removed) .*)$/.exec(line)?.[1] ?? title;
    const route = /^ {4}likely route +(.*)$/.exec(line)?.[1];
    if (route !== undefined) found[title] = route;
  }
  return found;
}
