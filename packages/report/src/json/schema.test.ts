import { readFileSync } from 'node:fs';
import type { Verdict } from '@mam/state-guard';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { EVERYTHING, verdictOf } from '../testing/verdicts.ts';
import { formatJson } from './format.ts';
import { parseReport } from './parse.ts';

const file = new URL('../../schema/mam-guard-1.schema.json', import.meta.url);
// `strict` refuses what the schema does not mean: an unknown keyword, a required field that has no rule.
const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(file, 'utf8')),
);

/** What the published schema and `parseReport` say of a text. They must agree. */
function accepted(text: string): { schema: boolean; parser: boolean } {
  let parser = true;
  try {
    parseReport(text, 'report');
  } catch {
    parser = false;
  }
  return { schema: validate(JSON.parse(text)), parser };
}

const YES = { schema: true, parser: true };
const NO = { schema: false, parser: false };

test.each<[string, Verdict]>([
  ['everything', EVERYTHING],
  ['a minimal clean one', verdictOf({ command: [], watched: [] })],
  ['a minimal incomplete one', verdictOf({ verdict: 'incomplete', notCovered: [{ path: '/x', reason: 'EACCES' }] })],
  ['one with findings without any detail', verdictOf({ ...EVERYTHING, leaks: EVERYTHING.leaks.map(bare) })],
])('a report is valid: %s', (_, verdict) => {
  expect(accepted(formatJson(verdict))).toEqual(YES);
});

function bare(finding: Verdict['leaks'][number]): Verdict['leaks'][number] {
  return { ...finding, agentSession: null, prompt: null, at: null, attribution: null, tests: [], detail: {} };
}

/** Every place in the report: the way to each value of it. */
function places(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [way];
  return [
    way,
    ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...way, Array.isArray(value) ? +key : key])),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: a report that is being broken has no type
function broken(way: (string | number)[], breakIt: (parent: any, key: string | number) => void): string {
  const report = JSON.parse(formatJson(EVERYTHING));
  const parent = way.slice(0, -1).reduce((inner, key) => inner[key], report);
  breakIt(parent, way.at(-1) ?? '');
  return JSON.stringify(report);
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
const valueAt = (way: (string | number)[]): unknown => way.reduce<any>((inner, key) => inner[key], EVERYTHING);

const ALL = places(JSON.parse(formatJson(EVERYTHING))).filter((way) => way.length > 0);
const named = (way: (string | number)[]): string => way.join('.');
/** What is free: a binding variable may be absent, and so may each fact of a detail; a probe may add facts of its own. */
const isOptional = (way: (string | number)[]): boolean => way.at(-2) === 'detail' || way.at(-2) === 'recorded';
const isFree = (way: (string | number)[]): boolean => way.includes('sockets') || way.includes('from a probe');

test('a report without any one of its fields is refused', () => {
  const fields = ALL.filter((way) => typeof way.at(-1) === 'string' && !isOptional(way));
  const twins = fields.map((way) => [named(way), accepted(broken(way, (parent, key) => delete parent[key]))]);
  expect(twins).toEqual(fields.map((way) => [named(way), NO]));
  expect(twins.length).toBeGreaterThan(150);
});

test.each<[string, unknown]>([
  ['an object', { wrong: [] }],
  ['a list', [[]]],
  ['a boolean', true],
  ['a negative fraction', -1.5],
])('a report with %s where something else belongs is refused', (_, wrong) => {
  const values = ALL.filter((way) => !isFree(way) && !fits(way, wrong));
  const twins = values.map((way) => [named(way), accepted(broken(way, (parent, key) => (parent[key] = wrong)))]);
  expect(twins).toEqual(values.map((way) => [named(way), NO]));
});

function fits(way: (string | number)[], wrong: unknown): boolean {
  if (typeof wrong === 'boolean') return typeof valueAt(way) === 'boolean';
  return way.at(-1) === 'detail' && !Array.isArray(wrong) && typeof wrong === 'object';
}

test('a field that is not known is refused in every object but a detail', () => {
  const objects = [[], ...ALL].filter((way) => {
    const value = valueAt(way);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  });
  const twins = objects.map((way) => [
    named(way),
    accepted(broken([...way, 'unknown'], (parent, key) => (parent[key] = 1))),
  ]);
  expect(twins).toEqual(objects.map((way) => [named(way), way.at(-1) === 'detail' ? YES : NO]));
});

test.each<[string, (report: Verdict) => unknown]>([
  ['another schema', (report) => Object.assign(report, { schema: 'mam-guard/2' })],
  ['a word that is none of the verdicts', (report) => Object.assign(report, { verdict: 'dirty' })],
  ['a clean verdict with leaks', (report) => Object.assign(report, { verdict: 'clean' })],
  ['a time without a zone', (report) => Object.assign(report, { startedAt: '2026-03-04T05:06:07' })],
  ['a negative count', (report) => Object.assign(report, { ignored: -1 })],
  ['a signal by number', (report) => Object.assign(report, { signal: '9' })],
  ['an empty path', (report) => Object.assign(report.leaks[0] ?? {}, { path: '' })],
  ['an empty reason', (report) => Object.assign(report.notCovered[0] ?? {}, { reason: '' })],
  ['a variable that is none of the binding', (report) => Object.assign(report.binding.recorded, { TOKEN: 'secret' })],
  ['a path that is not base64', (report) => Object.assign(report.leaks[0]?.detail ?? {}, { pathBase64: 'no-base' })],
  ['a mode that is not octal', (report) => Object.assign(report.leaks[0]?.detail.mode ?? {}, { after: '0999' })],
  ['a process id of 0', (report) => Object.assign(report.survivors[0] ?? {}, { pid: 0 })],
])('a report with %s is refused', (_, breakIt) => {
  const report: Verdict = JSON.parse(formatJson(EVERYTHING));
  expect(accepted(JSON.stringify(report))).toEqual(YES);
  breakIt(report);
  expect(accepted(JSON.stringify(report))).toEqual(NO);
});

test('the schema is published as a sub-path', () => {
  const { exports, files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(new URL(`../../${exports['./schema.json']}`, import.meta.url).href).toBe(file.href);
  expect(files).toContain('schema');
});
