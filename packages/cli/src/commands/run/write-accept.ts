import { join } from 'node:path';
import { GuardError } from '@mam/guard-session';
import type { WrittenAccept } from '@mam/guard-session/config';
import { findCheckout } from '@mam/registry-paths';
import type { Verdict } from '@mam/state-guard';
import { CliError } from '../../cli-error.ts';
import type { Configured } from '../../options/configured.ts';
import { printable } from '../../output/printable.ts';
import { checkWritable } from '../../output/report-file.ts';
import { say } from '../../output/say.ts';
import type { RunOptions } from './options.ts';

/** Accepts what a verdict found, and says so; never throws for what cannot be written: the verdict stands. */
export type AcceptWriter = (verdict: Verdict) => Promise<void>;

/** How many entries are listed. */
const LISTED = 20;

/**
 * Checks before the run that `--write-accept` can write: into the configuration that counts, else into a new one at the
 * checkout. Null when it was not given. @throws CliError (2)
 */
export function planWriteAccept(cwd: string, { options, configuration }: Configured<RunOptions>): AcceptWriter | null {
  if (!options.writeAccept) return null;
  if (options.config === false) {
    throw new CliError('--write-accept writes into the configuration; take --no-config out.');
  }
  const file = configuration?.file ?? join(findCheckout(cwd), 'mam.config.yaml');
  checkWritable('--write-accept', file);
  return async ({ leaks, suspects }) => {
    const findings = options.strict ? [...leaks, ...suspects] : leaks;
    const { writeAccept } = await import('@mam/guard-session/config');
    try {
      describe(file, writeAccept({ file, findings }));
    } catch (error) {
      if (!GuardError.is(error)) throw error;
      say(`Nothing was accepted: ${error.message}`);
    }
  };
}

function describe(file: string, { until, added, renewed, skipped }: WrittenAccept): void {
  const written = [
    ...added.map(({ path }) => `accepted ${printable(path)}`),
    ...renewed.map((path) => `renewed ${printable(path)}`),
  ];
  for (const path of skipped) say(`No entry of accept can name ${printable(path)}; it stays a finding.`);
  if (written.length === 0) {
    say('Nothing was found that could be accepted.');
    return;
  }
  const more = written.length - LISTED;
  const lines = [...written.slice(0, LISTED), ...(more > 0 ? [`and ${more} more`] : [])];
  const title = `${written.length} ${written.length === 1 ? 'entry' : 'entries'} until ${until} in ${printable(file)}`;
  say(`${title}; say there why, or mend the test:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
