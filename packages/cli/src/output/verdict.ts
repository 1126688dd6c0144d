import type { SessionPlan } from '@mam/guard-session';
import { formatText, wantsColor } from '@mam/report';
import { likelyRoute, type Verdict } from '@mam/state-guard';
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
  const place = plan && { recorded: plan.ambient.recorded, cwd: plan.cwd, repoRoot: plan.repoRoot };
  const route = place ? { route: ({ path }: { path: string }) => likelyRoute(path, place) } : {};
  stream.write(formatText(verdict, { color: wantsColor(stream, process.env), strict, ...route }));
  for (const note of notes) say(note);
}
