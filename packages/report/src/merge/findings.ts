import type { Attribution, Finding, Judgement } from '@mam/state-guard';

const BUCKETS = ['leaks', 'suspects', 'excused'] as const;

/**
 * The findings of several judgements, sorted by the bytes of their path. The same change seen by several is one finding,
 * with the tests of all; where they judge it differently, the worst judgement and its reason stand.
 */
export function mergeFindings(judgements: readonly Judgement[]): Judgement {
  const found = new Map<string, { bucket: (typeof BUCKETS)[number]; finding: Finding }>();
  // Worst first: what a later bucket says of the same change only adds to it.
  for (const bucket of BUCKETS) {
    for (const finding of judgements.flatMap((judgement) => judgement[bucket])) {
      const key = identity(finding);
      const known = found.get(key);
      found.set(key, known ? { ...known, finding: join(known.finding, finding) } : { bucket, finding });
    }
  }
  const all = [...found.values()].sort((a, b) => Buffer.compare(pathBytes(a.finding), pathBytes(b.finding)));
  const of = (bucket: (typeof BUCKETS)[number]) =>
    all.filter((each) => each.bucket === bucket).map(({ finding }) => finding);
  return { leaks: of('leaks'), suspects: of('suspects'), excused: of('excused') };
}

/**
 * What makes two findings the same change. What others did to a path while the run was contained is not what the run did
 * to it, and two processes of one name are two.
 */
function identity({ change, entry, path, probe, by, detail }: Finding): string {
  const pid = entry === 'process' ? detail.pid : null;
  return JSON.stringify([change, entry, path, detail.pathBase64, probe, by === 'others', pid]);
}

function pathBytes({ path, detail }: Finding): Buffer {
  return detail.pathBase64 === undefined ? Buffer.from(path) : Buffer.from(detail.pathBase64, 'base64');
}

function join(first: Finding, second: Finding): Finding {
  const tests = [...new Set([...first.tests, ...second.tests])];
  return {
    ...first,
    by: second.by === 'run' ? 'run' : first.by,
    agentSession: first.agentSession ?? second.agentSession,
    prompt: first.prompt ?? second.prompt,
    at: earliest([first.at, second.at]),
    late: first.late && second.late,
    tests,
    attribution: attribution(tests, [first.attribution, second.attribution]),
    detail: { ...second.detail, ...first.detail },
  };
}

function attribution(tests: string[], of: Attribution[]): Attribution {
  if (tests.length > 0) return tests.length === 1 ? 'only' : 'candidates';
  return of.includes('outside') ? 'outside' : null;
}

/** The earliest of some times in ISO 8601, as it was written. */
function earliest(times: (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}
