import { describe, expect, it } from 'vitest';
import { parseObject } from './parse-object.ts';

function parse(text: string): unknown {
  return parseObject(Buffer.from(text));
}

describe('parseObject', () => {
  it('gives the object', () => {
    expect(parse(' {"a": [1, "é"], "__proto__": 1}\n')).toEqual({
      object: JSON.parse('{"a": [1, "é"], "__proto__": 1}'),
    });
  });

  it('takes what Python writes for numbers that JSON does not have', () => {
    expect(parse('{"a": NaN, "b": [Infinity, -Infinity], "c": "NaN \\" Infinity", "NaN": 1}')).toEqual({
      object: { a: null, b: [null, null], c: 'NaN " Infinity', NaN: 1 },
    });
  });

  it.for([
    ['', 'is empty', true],
    ['{"a": "x', 'is not valid JSON', true],
    ['{"a": nan}', 'is not valid JSON', true],
    ['{"a": XNaN}', 'is not valid JSON', true],
    ['{} {}', 'is not valid JSON', true],
    ['\ufeff{}', 'is not valid JSON', true],
    ["{'a': 1}", 'is not valid JSON', true],
    ['[]', 'is not a JSON object but a list', false],
    ['null', 'is not a JSON object but null', false],
    ['"x"', 'is not a JSON object but a string', false],
    ['5', 'is not a JSON object but a number', false],
    ['NaN', 'is not a JSON object but null', false],
    ['true', 'is not a JSON object but a boolean', false],
  ] as const)('says of %j that it %s', ([text, problem, torn]) => {
    expect(parse(text)).toEqual({ problem, torn });
  });

  it('says of bytes that are no text that they are none', () => {
    expect(parseObject(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual({ problem: 'is not UTF-8', torn: true });
    expect(parseObject(Buffer.alloc(100_000, 0))).toEqual({ problem: 'is not valid JSON', torn: true });
  });

  it('follows nesting without end', () => {
    expect(parse(`{"a": ${'['.repeat(100_000)}`)).toEqual({ problem: 'is not valid JSON', torn: true });
    expect(parse(`{"agent_session": "x", "a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toHaveProperty('object');
  });
});
