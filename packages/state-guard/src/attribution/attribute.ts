import type { Attribution, Finding } from '../model.ts';

/** The time in which a test ran. */
export interface TestWindow {
  /** The test's title, as in `a.spec.ts › title`. */
  test: string;
  /** Milliseconds of the epoch. */
  start: number;
  /** Milliseconds of the epoch; null when the window was never closed: then it lasts to the end. */
  end: number | null;
  /** The worker that ran it; tests of several workers overlap. */
  worker?: string | number | null;
}

/** Kernels stamp files by a clock that is up to one tick, ten milliseconds at most, behind the one that programs read. */
const TICK_MS = 10;

/**
 * Says of each finding which tests ran when it came about: in the window of one test, of several, or of none. What is gone
 * has only its parent's time, which is that of the parent's last change: its tests are never more than candidates. Without
 * windows every attribution is null, and so is that of a finding whose time is not known.
 */
export function attribute(findings: readonly Finding[], windows: readonly TestWindow[]): Finding[] {
  if (windows.length === 0) return findings.map((finding) => ({ ...finding, attribution: null, tests: [] }));
  return findings.map((finding) => ({ ...finding, ...attributionOf(finding, windows) }));
}

function attributionOf(
  { at, detail }: Finding,
  windows: readonly TestWindow[],
): { attribution: Attribution; tests: string[] } {
  const time = at ?? detail.parentChangedAt;
  if (time === undefined) return { attribution: null, tests: [] };
  const tests = testsAt(Date.parse(time), windows);
  if (at !== null)
    return { attribution: tests.length === 0 ? 'outside' : tests.length === 1 ? 'only' : 'candidates', tests };
  return { attribution: tests.length === 0 ? null : 'candidates', tests };
}

function testsAt(time: number, windows: readonly TestWindow[]): string[] {
  const running = windows.filter(({ start, end }) => start - TICK_MS <= time && (end === null || time <= end));
  return [...new Set(running.map(({ test }) => test))];
}
