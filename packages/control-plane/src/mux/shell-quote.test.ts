import { spawn, spawnSync } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { shellQuote } from './shell-quote.ts';

const TEXTS = [
  '',
  'plain',
  'two words',
  "it's",
  "''",
  '"',
  '\\',
  '\\\\',
  "\\'",
  "a\\'b\\\\'c",
  '$HOME ${HOME} $(touch pwned) `touch pwned`',
  '; rm -rf / & | > < # ! * ? [a] {a,b} ~ ^ % = @',
  '!!',
  '-x',
  '~',
  'é 😀',
];

const SHELLS = ['sh', 'dash', 'bash', 'ksh', 'zsh', 'fish'].filter(
  (shell) => spawnSync(shell, ['-c', 'exit 7']).status === 7,
);

test('there is a shell to try', () => {
  expect(SHELLS).toContain('sh');
});

test.each(SHELLS)('%s reads each text as one word', (shell) => {
  for (const text of TEXTS) {
    const { stdout } = spawnSync(shell, ['-c', `printf '%s|' x ${shellQuote(text)} y`], { encoding: 'utf8' });
    expect(stdout).toBe(`x|${text}|y|`);
  }
});

test.runIf(SHELLS.includes('bash'))('an interactive bash does too, where history expands (bash)', async () => {
  const script = `${TEXTS.map((text) => `printf '<%s>' ${shellQuote(text)}`).join('\n')}\n`;
  const shell = spawn('bash', ['--norc', '-i'], {
    // It would add what it reads to the history of whoever runs the tests.
    env: { PATH: process.env.PATH, HISTFILE: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
    // It would take the terminal from whoever runs the tests, or stop them in the background: in a session of its own it has none.
    detached: true,
  });
  shell.stdin.end(script);
  const stdout = await textOf(shell.stdout);
  expect(stdout).toContain(TEXTS.map((text) => `<${text}>`).join(''));
});

test.each(['a\nb', 'a\rb', 'a\tb', 'a\0b', 'a\u001bb', 'a\u0003b', 'a\u007fb'])('%j is refused', (text) => {
  expect(() => shellQuote(text)).toThrow('has a control character');
});
