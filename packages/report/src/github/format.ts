import type { Finding, Verdict } from '@mam/state-guard';
import { facts, type Route, title } from '../words/facts.ts';
import { headline, suspectsFail } from '../words/headline.ts';
import { printable } from '../words/printable.ts';
import { remedy } from '../words/remedy.ts';

export interface GithubOptions {
  /** Suspects fail as leaks do. */
  strict?: boolean | undefined;
  route?: Route | undefined;
}

type Level = 'error' | 'warning' | 'notice';

interface Annotation {
  title: string;
  lines: string[];
}

/** Made only when it is shown: to find the route of a hundred thousand leaks takes long. */
type Annotate = () => Annotation;

/** GitHub shows ten annotations of a level for a step, and drops the others without a word. */
const MAX_PER_LEVEL = 10;

/**
 * The verdict as workflow commands of GitHub Actions, one a line: errors for what fails the run (leaks, what is not
 * covered, suspects when strict), warnings for other suspects, one notice with the headline. Beyond ten of a level the
 * tenth counts the rest.
 */
export function formatGithub(verdict: Verdict, { strict = false, route }: GithubOptions = {}): string {
  const { leaks, suspects, notCovered, mode } = verdict;
  const annotate = (kind: string) => (finding: Finding) => () => ({
    title: `mam: ${kind}`,
    lines: [
      title(finding),
      ...facts(finding, mode, route).map(({ label, text }) => `${label}: ${text}`),
      remedy(finding, mode),
    ],
  });
  const doubtful = suspects.map(annotate('suspect'));
  const failing = strict || suspectsFail(verdict);
  const errors: Annotate[] = [
    ...leaks.map(annotate('leak')),
    ...(failing ? doubtful : []),
    ...notCovered.map(({ path, reason }) => () => ({
      title: 'mam: not covered',
      lines: [`${printable(path)}: ${printable(reason)}`],
    })),
  ];
  return [
    ...commands('error', errors),
    ...commands('warning', failing ? [] : doubtful),
    command('notice', { title: 'mam', lines: [headline(verdict)] }),
  ].join('');
}

function commands(level: Level, annotations: Annotate[]): string[] {
  const hidden = annotations.length - MAX_PER_LEVEL;
  if (hidden <= 0) return annotations.map((annotate) => command(level, annotate()));
  const rest = { title: 'mam', lines: [`… and ${hidden + 1} more; --json lists all`] };
  const shown = annotations.slice(0, MAX_PER_LEVEL - 1).map((annotate) => annotate());
  return [...shown, rest].map((annotation) => command(level, annotation));
}

function command(level: Level, { title: name, lines }: Annotation): string {
  return `::${level} title=${property(name)}::${data(lines.join('\n'))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
