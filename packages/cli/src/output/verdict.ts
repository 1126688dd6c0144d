import type { SessionPlan } from '@mam/guard-session';
import { formatText, wantsColor } from '@mam/report';
import { type Finding, likelyRoute, type Verdict } from '@mam/state-guard';
import { say } from './say.ts';

export interface ShowOptions {
  /** Where the run began, for the likely route of each leak; null when that is not known. */
  plan: Pick<SessionPlan, 'ambient' | 'cwd' | 'repoRoot'> | null;
  strict: boolean;
}

/** Shows a verdict to people, and what else they should know. */
export function showVerdict(
  stream: NodeJS.WriteStream,
  verdict: Verdict,
  notes: readonly string[],
  { plan, strict }: ShowOptions,
): void {
  const environment = process.env;
  const place = plan && { recorded: plan.ambient.recorded, cwd: plan.cwd, repoRoot: plan.repoRoot, environment };
  const route = place ? { route: (finding: Finding) => likelyRoute(finding, place) } : {};
  stream.write(formatText(verdict, { color: wantsColor(stream, environment), strict, ...route }));
  for (const note of notes) say(note);
}
