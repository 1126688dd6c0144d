import type { Verdict } from '@mam/state-guard';
import * as v from 'valibot';
import { printable, quoted } from '../words/printable.ts';
import { reportShape } from './shape.ts';

/** A text that is no report of this version. The message names the report, the fault and what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

const SCHEMA = 'mam-guard/1';
const REMEDY = 'Give a file that mam wrote with --json.';

/** Reads a report `mam-guard/1`; `name` stands for it in the message of a `ReportError`. */
export function parseReport(text: string, name: string): Verdict {
  const source = printable(name);
  const data = parseJson(text, source);
  const schema = typeof data === 'object' && data !== null && 'schema' in data ? data.schema : undefined;
  if (schema === undefined) throw new ReportError(`${source} is no report of mam: it has no \`schema\`. ${REMEDY}`);
  if (schema !== SCHEMA) {
    throw new ReportError(
      `${source} is a report of schema ${shown(schema)}, and this version reads ${quoted(SCHEMA)}. ` +
        'Use the version of mam that wrote it.',
    );
  }
  const result = v.safeParse(reportShape, data);
  if (!result.success) throw new ReportError(`${source} is no valid report: ${fault(result.issues[0])}. ${REMEDY}`);
  return result.output;
}

function parseJson(text: string, source: string): unknown {
  if (text.trim() === '') throw new ReportError(`${source} is empty. ${REMEDY}`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ReportError(`${source} is not JSON: ${printable((cause as Error).message)}. ${REMEDY}`, { cause });
  }
}

function fault(issue: v.BaseIssue<unknown>): string {
  const { type, kind, message, input, expected } = issue;
  if (type === 'partial_check') return message;
  const field = fieldOf(issue);
  if (type === 'strict_object' && expected === 'never') return `${field} is no field of ${SCHEMA}`;
  if (type === 'strict_object' && expected !== 'Object') return `the field ${field} is missing`;
  return `${field} is ${shown(input)}, but ${kind === 'validation' ? message : expected} was expected`;
}

/** `leaks[0].reason` */
function fieldOf({ path }: v.BaseIssue<unknown>): string {
  const names = path?.map(({ key, type }) => (type === 'array' ? `[${key}]` : `.${printable(String(key))}`)) ?? [];
  return names.join('').replace(/^\./, '');
}

function shown(value: unknown): string {
  const json = printable(JSON.stringify(value) ?? 'undefined');
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
