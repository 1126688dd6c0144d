import { readFileSync } from 'node:fs';
import type { TestWindow } from '@mam/state-guard';

export interface Marks {
  windows: TestWindow[];
  /** What of the file could not be used, one sentence each. */
  problems: string[];
}

interface Mark {
  test: string;
  worker: string;
  start: number | null;
  end: number | null;
}

/**
 * Reads a marks file: JSON lines `{ "test", "worker"?, "start"?, "end"? }`, times as ISO 8601 or in milliseconds since the
 * epoch. A runner appends a line with `start` when a test begins and one with `end` when it ends, or one line with both. A
 * line or a file that cannot be used is said and skipped; a missing file holds no marks.
 */
export function readMarks(path: string): Marks {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = `The marks file ${JSON.stringify(path)} cannot be read (${code}), so no test is named.`;
    return { windows: [], problems: code === 'ENOENT' ? [] : [problem] };
  }
  const windows: TestWindow[] = [];
  const open = new Map<string, TestWindow>();
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const mark = parseMark(line);
    if (typeof mark === 'string') {
      problems.push(`Line ${index + 1} of the marks file ${mark}.`);
      continue;
    }
    const key = JSON.stringify([mark.test, mark.worker]);
    if (mark.start !== null) {
      const window = { test: mark.test, worker: mark.worker, start: mark.start, end: mark.end };
      windows.push(window);
      if (mark.end === null) open.set(key, window);
    } else {
      const window = open.get(key);
      if (window) window.end = mark.end;
      else problems.push(`Line ${index + 1} of the marks file ends a test that never began.`);
      open.delete(key);
    }
  }
  return { windows, problems };
}

function parseMark(line: string): Mark | string {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return 'is cut short or no JSON';
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return 'is no object';
  const { test, worker, start, end } = data as Record<string, unknown>;
  if (typeof test !== 'string' || test === '') return 'names no test';
  const times = { start: time(start), end: time(end) };
  if (times.start === undefined || times.end === undefined) return 'has a time that is none';
  if (times.start === null && times.end === null) return 'has neither a start nor an end';
  return { test, worker: worker === undefined ? '' : String(worker), start: times.start, end: times.end };
}

/** Milliseconds; null for no time, undefined for one that cannot be read. */
function time(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  const milliseconds = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}
