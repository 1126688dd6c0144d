import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine, printable, quoted } from './printable.ts';

test.each([
  ['/live/.mam/jobs/a b.json', '/live/.mam/jobs/a b.json'],
  ['größe 日本 👩‍💻 \\ "', 'größe 日本 👩‍💻 \\ "'],
  ['a\nb\r\tc', 'a\\u000ab\\u000d\\u0009c'],
  ['\u001b[31mred\u007f\u009b', '\\u001b[31mred\\u007f\\u009b'],
  ['left \u202eto right\u2066', 'left \\u202eto right\\u2066'],
  ['line\u2028paragraph\u2029bom\ufeff', 'line\\u2028paragraph\\u2029bom\\ufeff'],
  ['lone \ud800 and \udc00', 'lone \\ud800 and \\udc00'],
  ['tag \u{e0041}', 'tag \\udb40\\udc41'],
])('%j is printed on one line without controls', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test.each(['', 'plain', 'a\n"b"\\', '\u001b[2J\u009f\u2028\u202e', 'lone \ud800', '\u{e0041}👩‍💻'])(
  '%j, quoted, has no controls and parses to itself',
  (text) => {
    expect(quoted(text)).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(JSON.parse(quoted(text))).toBe(text);
  },
);

test('a command line is read back by a shell as its words', () => {
  const words = ['printf', '%s\\n', 'plain-1.2', 'two words', "it's", '$HOME', '', '*', '--flag=a,b'];
  expect(commandLine(words)).toBe("printf '%s\\n' plain-1.2 'two words' 'it'\\''s' '$HOME' '' '*' --flag=a,b");
  expect(execFileSync('sh', ['-c', commandLine(words)], { encoding: 'utf8' })).toBe(`${words.slice(2).join('\n')}\n`);
});
