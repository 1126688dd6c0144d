import { describe, expect, it } from 'vitest';
import { type Random, random } from '../../vectors/random.ts';
import { readYaml } from './read-yaml.ts';
import { scanLines } from './scan-lines.ts';

const COMMON = ['planner', '007', 'true', "'single'", '"double"', "'it''s'", 'two words', 'a:b', '[]', ''] as const;
const VALUES = [
  '1e3',
  'null',
  '~',
  'a#b',
  'http://x/#y',
  '{}',
  '-',
  '- x',
  '-x',
  '"',
  "'",
  '"open',
  "'open",
  '"a" b',
  "'a' b",
  '"a\\tb"',
  '[a, b]',
  '{name: x}',
  '&a x',
  '*a',
  '!t x',
  '|',
  '>-',
  'a: b',
  'a #c',
  'a:',
  ':a',
  '#c',
  '%x',
  '@x',
  '`x',
  '? x',
  'é',
  '計画',
  '.',
  '..',
  '...',
  '---',
  '/x',
  'x  y',
  '=',
  '<<',
  '<x',
  'x]',
  'x}',
  'x,y',
  ',',
  ']',
  'name: x',
  '\u00a0',
  'a\u2028b',
  '\ttab',
  'x\ttab',
  'x ',
  '0x1F',
  '2024-01-01',
  '+1',
  '\u{1f600}',
  'e\u0301',
  '\u0085',
  'a\u00a0',
] as const;
const KEYS = [
  'name',
  'name',
  'name',
  'agent',
  'names',
  'herdr_sessions',
  'x-y',
  'a.b',
  '<<',
  'a b',
  '"name"',
  'Name',
  '1',
  '-a',
  'é',
  '?',
] as const;
const INDENTS = ['', '', '', '  ', '  ', '    ', '      ', ' ', '   '] as const;
const DASHES = ['', '', '', '- ', '- ', '- - ', '-', '-  '] as const;
const ENDS = ['\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n', '\r\n', ' \n', '\n\n', '\r', ''] as const;
const ODD_LINES = [
  '---',
  '...',
  '# c',
  '  # c',
  '\ufeff',
  '%YAML 1.1',
  'plain',
  '  more',
  "'",
  '"',
  '}',
  '\u0007',
] as const;

function value(r: Random): string {
  return r.chance(0.85) ? r.pick(COMMON) : r.pick(VALUES);
}

/** Text that is nearly of the machine-written shape, with something else here and there. */
function nearly(r: Random): string {
  let text = r.chance(0.8) ? `${r.pick(['herdr_sessions', 'remote', 'name'])}:\n` : '';
  for (let lines = r.below(9); lines >= 0; lines--) {
    if (r.chance(0.06)) text += r.pick(ODD_LINES);
    else text += r.pick(INDENTS) + r.pick(DASHES) + r.pick(KEYS) + r.pick([':', ':', ': ', ':  ', '']) + value(r);
    text += r.pick(ENDS);
  }
  return text;
}

/** Items as programs write them, with one thing changed. */
function regular(r: Random): string {
  const indent = r.pick(['', '  ']);
  let text = '';
  for (let lists = r.below(3); lists >= 0; lists--) {
    text += `list_${lists}:\n`;
    for (let items = r.below(4); items >= 0; items--) {
      const lines = [`${indent}- ${r.pick(['name', 'agent'])}: ${value(r)}`];
      for (let keys = r.below(4); keys > 0; keys--) {
        const key = r.pick(['name', 'agent', 'cwd', 'parts'] as const);
        if (key === 'parts') {
          const deeper = indent + r.pick(['  ', '    ']);
          lines.push(`${indent}  parts:`, `${deeper}- name: part`, `${deeper}  ${r.pick(KEYS)}: ${value(r)}`);
        } else lines.push(`${indent}  ${key}: ${value(r)}`);
      }
      text += lines.map((line) => `${line}\n`).join('');
    }
  }
  return text;
}

/** Text in the pieces of which values on several lines are made. */
const PIECES = [
  'word',
  'two words',
  "it's",
  '""',
  "''",
  '\\\\',
  '\\n',
  '\\"',
  '\\xe9',
  '\\u2026',
  '\\q',
  'a: b',
  '# c',
  '- x',
  '',
  '  deeper',
  'x #c',
  '[',
  'é',
] as const;
const OPENINGS = ["'", '"', '|', '|-', '>', '>+', '|2', 'word', '- ', '!x', '&a', '(', '%'] as const;

/** Items with values that go on over several lines, as a program folds them, or nearly. */
function folded(r: Random): string {
  let text = 'list:\n';
  for (let items = r.below(3); items >= 0; items--) {
    text += `- name: ${value(r)}\n`;
    for (let keys = r.below(3); keys > 0; keys--) {
      const opening = r.pick(OPENINGS);
      const isBlock = opening.startsWith('|') || opening.startsWith('>');
      const indent = r.chance(0.9) ? '    ' : r.pick(['', ' ', '  ', '   ', '     ']);
      const prefix = r.pick(['  text: ', '  text: ', '  parts:\n  - ', '  name: ']);
      const lines = Array.from({ length: 1 + r.below(3) }, () => (r.chance(0.9) ? indent : '') + r.pick(PIECES));
      const close = !isBlock && r.chance(0.8) && (opening === "'" || opening === '"') ? opening : '';
      text += `${prefix}${opening}${isBlock ? '' : r.pick(PIECES)}\n${lines.join('\n')}${close}\n`;
    }
  }
  return text;
}

describe('reading line by line and reading as YAML', () => {
  it.for([
    ['nearly of the shape', nearly, 6000],
    ['of the shape, with odd values', regular, 3000],
    ['with values on several lines', folded, 5000],
  ] as const)('agree on every text that both can read: %s', ([, make, count]) => {
    const r = random(20);
    let scanned = 0;
    for (let i = 0; i < count; i++) {
      const text = make(r);
      const names = scanLines(text);
      if (names === null) continue;
      scanned++;
      expect({ text, names, problem: null }).toEqual({ text, ...readYaml(text) });
    }
    // Else the agreement would say little.
    expect(scanned).toBeGreaterThan(150);
  });
});
