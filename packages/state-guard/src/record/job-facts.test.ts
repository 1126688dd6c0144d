import { describe, expect, it } from 'vitest';
import { factsOfMeta, factsOfRecord } from './job-facts.ts';

const record = (object: Record<string, unknown>): unknown => factsOfRecord({ object });

describe('factsOfRecord', () => {
  it('takes agent session and prompt as they stand', () => {
    expect(record({ agent_session: 'herdr:a', prompt: 'p', other: 1 })).toEqual({
      hasRecord: true,
      problem: null,
      agentSession: 'herdr:a',
      prompt: 'p',
    });
    expect(record({})).toEqual({ hasRecord: true, problem: null, agentSession: null, prompt: null });
    expect(record({ agent_session: null, prompt: null })).toEqual(record({}));
  });

  it.for([
    [5, 'a number'],
    [0, 'a number'],
    [true, 'a boolean'],
    [['a'], 'a list'],
    [{}, 'an object'],
  ] as const)('says of the agent session %j that it is %s', ([value, kind]) => {
    expect(record({ agent_session: value, prompt: 'p' })).toEqual({
      hasRecord: true,
      problem: `agent_session is ${kind}, not a string`,
      agentSession: null,
      prompt: 'p',
    });
  });

  it('says why the record could not be understood', () => {
    expect(factsOfRecord({ problem: 'is empty', torn: true })).toEqual({
      hasRecord: true,
      problem: 'the record is empty',
      agentSession: null,
      prompt: null,
    });
  });

  it.for([
    ['x'.repeat(61), 'x'.repeat(60)],
    ['\u{1f600}'.repeat(61), '\u{1f600}'.repeat(60)],
    [`${'x'.repeat(59)}\u{1f600}y`, `${'x'.repeat(59)}\u{1f600}`],
    ['\ud800'.repeat(61), '\ud800'.repeat(60)],
    ['x'.repeat(50_000_000), 'x'.repeat(60)],
    [['a', 1], '["a",1]'],
    [12, '12'],
    [{ text: 'x'.repeat(100) }, `{"text":"${'x'.repeat(51)}`],
    ['', ''],
  ] as const)('cuts a prompt at 60 code points (case %#)', ([prompt, cut]) => {
    expect(record({ prompt })).toHaveProperty('prompt', cut);
  });
});

describe('factsOfMeta', () => {
  it('describes, and has no problem', () => {
    expect(factsOfMeta({ object: { agent_session: 'a', prompt: 'p' } })).toEqual({
      hasRecord: false,
      problem: null,
      agentSession: 'a',
      prompt: 'p',
    });
    const nothing = { hasRecord: false, problem: null, agentSession: null, prompt: null };
    expect(factsOfMeta({ object: { agent_session: 5 } })).toEqual(nothing);
    expect(factsOfMeta({ problem: 'is empty', torn: true })).toEqual(nothing);
  });
});
