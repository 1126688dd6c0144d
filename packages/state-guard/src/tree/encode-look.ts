import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { COLUMNS, type EntryStore } from './entry-store.ts';
import { DIGEST_BYTES } from './fingerprint.ts';
import type { TreeLook } from './look.ts';

/** The first 16 bytes: what the file is, and the version of its form. */
export const MAGIC = 'mam-tree-look/1\n';

/** Facts of a look that are not columns, as JSON. */
export interface LookHeader
  extends Omit<TreeLook, 'entries' | 'problems' | 'unreadable' | 'outcomes' | 'changedAbove'> {
  endianness: string;
  changedAbove: string | null;
  problems: [number, string][];
  unreadable: [number, string][];
  owners: string[];
  devices: string[];
  /** Entries, targets and fingerprints. */
  counts: { entries: number; targets: number; fingerprints: number };
  /** Length of each part that follows, in bytes. */
  parts: number[];
}

/** A look in binary form, for `decodeTreeLook`: about 90 bytes an entry. */
export function encodeTreeLook(look: TreeLook): Uint8Array {
  return Buffer.concat([...treeLookChunks(look)]);
}

/** The same in pieces, to be written one after the other; they share memory with the look. */
export function* treeLookChunks(look: TreeLook): Generator<Uint8Array> {
  const digest = createHash('sha256');
  const parts = partsOf(look.entries);
  const header = Buffer.from(JSON.stringify(headerOf(look, parts)), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  for (const chunk of [Buffer.from(MAGIC, 'latin1'), length, header, ...parts]) {
    digest.update(chunk);
    yield chunk;
  }
  yield digest.digest().subarray(0, DIGEST_BYTES);
}

function headerOf(look: TreeLook, parts: Uint8Array[]): LookHeader {
  const { entries, problems, unreadable, outcomes: _told, changedAbove, ...facts } = look;
  return {
    ...facts,
    endianness: endianness(),
    changedAbove: changedAbove === null ? null : `${changedAbove}`,
    problems: [...problems],
    unreadable: [...unreadable],
    owners: entries.owners,
    devices: entries.devices.map(String),
    counts: { entries: entries.count, targets: entries.targets.count, fingerprints: entries.fingerprints.count },
    parts: parts.map((part) => part.length),
  };
}

function partsOf(entries: EntryStore): Uint8Array[] {
  const { names, targets, fingerprints } = entries;
  return [
    ...COLUMNS.map((column) => bytesOf(entries[column].subarray(0, entries.count))),
    ...[names, targets].flatMap((pool) => [
      pool.bytes.subarray(0, pool.start(pool.count)),
      bytesOf(pool.ends.subarray(0, pool.count)),
    ]),
    bytesOf(fingerprints.lengths.subarray(0, fingerprints.count)),
    fingerprints.digests.subarray(0, fingerprints.count * DIGEST_BYTES),
  ];
}

function bytesOf(array: { buffer: ArrayBufferLike; byteOffset: number; byteLength: number }): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
