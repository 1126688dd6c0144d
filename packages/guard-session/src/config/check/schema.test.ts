import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS, ConfigSchema } from './schema.ts';
import { validateConfig } from './validate.ts';

const published = fileURLToPath(new URL('../../../schema/mam-config.schema.json', import.meta.url));

test('the published schema is made from the rules (write it again with vitest --update)', async () => {
  const made = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'mam.config.yaml',
    description: 'What a session of the mam guard watches, drops and reports.',
    // That a day exists cannot be said in a schema.
    ...toJsonSchema(ConfigSchema, { ignoreActions: ['check'] }),
  };
  await expect(formatted(made)).toMatchFileSnapshot(published);
});

/** JSON as the formatter of this repository leaves it: a list of plain values on one line when it fits. */
function formatted(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /^( *)(.*)\[\n([^[\]{}]*)\n *\]/gm,
    (whole, indent, head, body) => {
      const line = `${indent}${head}[${body
        .split('\n')
        .map((item: string) => item.trim())
        .join(' ')}]`;
      return line.length < 120 ? line : whole;
    },
  );
  return `${text}\n`;
}

describe('schema and rules say the same', () => {
  const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(published, 'utf8')),
  );
  const entry = { path: 'x', reason: 'r', until: '2026-12-31' };
  const values = [
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    2 ** 31,
    'x',
    '',
    ' ',
    'a\0b',
    'a\nb',
    'NAME',
    'PRE_*',
    '*',
    'a=b',
    '=b',
    'a=',
    'a= ',
    'observe',
    'read-only',
    'mam',
    'default',
    [],
    {},
    ['x'],
    [''],
    ['a\0b'],
    [1],
    [null],
    [[]],
    [{}],
    ['mam'],
    ['mam', 'vim'],
    ['NAME'],
    ['PRE_*'],
    ['*'],
    ['PRE*X'],
    ['a=b', 'c=d e'],
    ['a b=c'],
    ['=b'],
    ['a=\n'],
    { a: 'b' },
    { a: '' },
    { a: 1 },
    { 'a b': 'c' },
    { 'a=b': 'c' },
    { '': 'c' },
    [entry],
    [entry, entry],
    entry,
    [[entry]],
    [{ ...entry, path: '' }],
    [{ ...entry, reason: ' ' }],
    [{ ...entry, reason: 1 }],
    [{ ...entry, until: '2026-13-01' }],
    [{ ...entry, until: '2026-1-1' }],
    [{ ...entry, until: '2026-12-31T00:00' }],
    [{ ...entry, more: 1 }],
    [{ path: 'x', reason: 'r' }],
    [{ path: 'x', until: '2026-12-31' }],
    [{ reason: 'r', until: '2026-12-31' }],
  ];

  test.each([...CONFIG_KEYS, 'wach', 'constructor'])('of any value of %s', (key) => {
    const wrong = values.filter((value) => {
      const config = { [key]: value };
      return validate(config) !== (validateConfig(config).problems.length === 0);
    });
    expect(wrong).toEqual([]);
    // Both take something and refuse something, of a key that there is.
    const taken = values.filter((value) => validate({ [key]: value })).length;
    expect(taken > 0).toBe(CONFIG_KEYS.includes(key));
    expect(taken).toBeLessThan(values.length);
  });

  test.each([[null], [[]], [['watch']], ['watch'], [{}], [7]])('of %j as a whole', (config) => {
    expect(validate(config)).toBe(validateConfig(config).problems.length === 0);
  });

  test('but for a day of a month that is shorter', () => {
    const config = { accept: [{ ...entry, until: '2027-02-29' }] };
    expect([validate(config), validateConfig(config).problems.length]).toEqual([true, 1]);
    expect(validateConfig({ accept: [{ ...entry, until: '2028-02-29' }] }).problems).toEqual([]);
  });
});
