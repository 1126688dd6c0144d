import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GuardError } from '../guard-error.ts';
import type { Baseline } from '../probes/probe.ts';
import { makeProbe, type ProbeContext, type ProbeSpec } from '../session/probes.ts';
import type { BaselineFacts } from './baseline-facts.ts';

/** The first line of a baseline file: what it is, and the version of its form. */
const KIND = 'mam-baseline/';
const VERSION = '1';
const DIGEST_BYTES = 32;

interface Header {
  facts: BaselineFacts;
  looks: { spec: ProbeSpec; form: 'json' | 'bytes'; length: number }[];
}

/** The content of a baseline file: a line with kind and version, a header, each look, and a digest of it all. */
export function encodeBaseline(facts: BaselineFacts, specs: readonly ProbeSpec[], taken: readonly Baseline[]): Buffer {
  const looks = taken.map(({ probe, look }) =>
    probe.codec ? Buffer.from(probe.codec.encode(look)) : Buffer.from(JSON.stringify(look)),
  );
  const header: Header = {
    facts,
    looks: specs.map((spec, index) => ({
      spec,
      form: taken[index]?.probe.codec ? 'bytes' : 'json',
      length: looks[index]?.length ?? 0,
    })),
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const content = Buffer.concat([Buffer.from(`${KIND}${VERSION}\n`), length, text, ...looks]);
  return Buffer.concat([content, createHash('sha256').update(content).digest()]);
}

/**
 * Reads a baseline file.
 * @throws GuardError (usage) in one sentence when it is absent, foreign, from another version, or cut short.
 */
export function readBaseline(path: string, context: ProbeContext): { facts: BaselineFacts; taken: Baseline[] } {
  const bytes = load(path);
  const name = JSON.stringify(path);
  const line = bytes.subarray(0, bytes.indexOf(0x0a)).toString('latin1');
  if (!line.startsWith(KIND)) throw refused(`${name} is no baseline of mam; give a file that mam snapshot wrote.`);
  if (line !== `${KIND}${VERSION}`) {
    throw refused(`${name} is a baseline of another version (${line}); take it again with this one.`);
  }
  const content = bytes.subarray(0, -DIGEST_BYTES);
  if (!createHash('sha256').update(content).digest().equals(bytes.subarray(-DIGEST_BYTES))) {
    throw refused(`The baseline ${name} is cut short or damaged; take it again.`);
  }
  return parse(content.subarray(line.length + 1), context);
}

function parse(content: Buffer, context: ProbeContext): { facts: BaselineFacts; taken: Baseline[] } {
  let at = 8 + Number(content.readBigUInt64LE(0));
  const header = JSON.parse(content.toString('utf8', 8, at)) as Header;
  const taken = header.looks.map(({ spec, form, length }) => {
    const bytes = content.subarray(at, at + length);
    at += length;
    const probe = makeProbe(spec, context);
    return { probe, look: form === 'json' ? JSON.parse(bytes.toString()) : probe.codec?.decode(bytes) };
  });
  return { facts: header.facts, taken };
}

function load(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw refused(`The baseline ${JSON.stringify(path)} cannot be read (${why}); give a file that mam snapshot wrote.`);
  }
}

function refused(message: string): GuardError {
  return new GuardError('usage', message);
}
