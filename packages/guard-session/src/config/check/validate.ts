import { quoteText } from '@mam/state-guard';
import * as v from 'valibot';
import type { ConfigText } from './config-text.ts';
import { suggestion } from './nearest.ts';
import { ACCEPT_KEYS, CONFIG_KEYS, ConfigSchema, FLAG_KEYS } from './schema.ts';

/** Something wrong with a value, by its path in the configuration. */
export interface ValueProblem {
  path: (string | number)[];
  /** Whether the key at the path is meant, or its value. */
  which: 'key' | 'value';
  message: string;
}

/** A configuration, and what is wrong with it. */
export interface ValidatedConfig {
  /** As it was written; only what is not broken is of this type. */
  text: ConfigText;
  problems: ValueProblem[];
  /** Whether an option is broken as a whole, or one item of it. */
  isBroken(key: string, item?: string | number): boolean;
}

/** Checks the value of a configuration; every problem is named, unknown keys with the nearest valid one. */
export function validateConfig(value: unknown): ValidatedConfig {
  const { issues = [] } = v.safeParse(ConfigSchema, value, { abortPipeEarly: true });
  const problems = [...unknownKeys(value), ...issues.filter((issue) => !isUnknownKey(issue)).map(problemOf)];
  const broken = new Set(problems.map(({ path }) => JSON.stringify(path.slice(0, 2))));
  return {
    text: isMap(value) ? value : {},
    problems,
    isBroken: (...path) => broken.has(JSON.stringify(path)),
  };
}

type Issue = v.BaseIssue<unknown>;

// The library names only the first unknown key of a map.
function isUnknownKey({ type, expected }: Issue): boolean {
  return type === 'strict_object' && expected === 'never';
}

function unknownKeys(value: unknown): ValueProblem[] {
  if (!isMap(value)) return [];
  const entries = Array.isArray(value.accept) ? value.accept : [];
  return [
    ...unknownKeysOf(value, CONFIG_KEYS, []),
    ...entries.flatMap((entry, index) => (isMap(entry) ? unknownKeysOf(entry, ACCEPT_KEYS, ['accept', index]) : [])),
  ];
}

function unknownKeysOf(
  map: Record<string, unknown>,
  valid: readonly string[],
  path: (string | number)[],
): ValueProblem[] {
  return Object.keys(map)
    .filter((key) => !valid.includes(key))
    .map((key) => {
      const negated = key.startsWith('no-') && FLAG_KEYS.includes(key.slice(3)) && path.length === 0;
      const hint = negated ? `did you mean "${key.slice(3)}: false"?` : suggestion(key, valid);
      return { path: [...path, key], which: 'key', message: `unknown key ${quoteText(cut(key))}; ${hint}` };
    });
}

function problemOf(issue: Issue): ValueProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const missing = issue.type === 'strict_object' && issue.path?.at(-1)?.origin === 'key';
  if (missing) {
    const entry = path.slice(0, -1);
    const keys = ACCEPT_KEYS.join(', ');
    const message = `${nameOf(entry)}: it has no ${quoteText(String(path.at(-1)))}; give ${keys}`;
    return { path: entry, which: 'value', message };
  }
  const where = path.length === 0 ? '' : `${nameOf(path)}: `;
  const which = path.length > 0 && issue.path?.at(-1)?.origin === 'key' ? 'key' : 'value';
  if (issue.message.startsWith('unknown ')) return { path, which, message: where + issue.message };
  return { path, which, message: `${where}expected ${issue.message}, got ${describe(issue.input)}` };
}

/** A path as people write it: `accept[0].until`. */
export function nameOf(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${cut(step)}`))
    .join('');
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text ${quoteText(cut(value))}`;
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a map';
  return `the ${typeof value === 'number' ? 'number ' : 'value '}${String(value)}`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
