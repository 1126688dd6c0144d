import { relative } from 'node:path';
import { type ShownConfig, type ShownValue, showConfig } from '@mam/guard-session/config';
import { onOneLine, printable } from '../../output/printable.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { ShowOptions } from './declare.ts';

/** `mam config show`: what the configuration comes to, on stdout. */
export function show(file: string | undefined, { json }: ShowOptions): void {
  const cwd = workingDirectory();
  const shown = showConfig({ cwd, file });
  process.stdout.write(json ? `${JSON.stringify(shown, null, 2)}\n` : describe(shown, cwd));
}

function describe({ file, options, notes }: ShownConfig, cwd: string): string {
  const lines = [
    ...rows('configuration', [file === null ? 'none' : printable(file)]),
    ...Object.entries(options).flatMap(([name, shown]) => rows(name, values(shown, cwd))),
    ...(notes.length > 0 ? rows('notes', notes) : []),
  ];
  return `${lines.join('\n')}\n`;
}

const WIDTH = 16;

function rows(title: string, texts: readonly string[]): string[] {
  return texts.map((text, index) => `${(index === 0 ? title : '').padEnd(WIDTH)} ${onOneLine(text)}`);
}

function values(shown: ShownValue | ShownValue[], cwd: string): string[] {
  const list = Array.isArray(shown) ? shown : [shown];
  if (list.length === 0) return ['none (default)'];
  return list.map((one) => `${printable(text(one))} (${source(one, cwd)})`);
}

function text({ value, within }: ShownValue): string {
  if (value === null) return 'none';
  if (typeof value !== 'object') return within === undefined ? String(value) : `${value} in ${within}`;
  if ('command' in value && 'name' in value) return `${value.name}: ${value.command}`;
  if ('path' in value && 'until' in value && 'reason' in value) {
    return `${value.path} until ${value.until}: ${value.reason}`;
  }
  return JSON.stringify(value);
}

function source({ source }: ShownValue, cwd: string): string {
  if (source.from === 'default') return 'default';
  const line = `${relative(cwd, source.file)}:${source.line}`;
  return source.from === 'preset' ? `preset ${source.preset}, ${line}` : line;
}
