import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import type { BytePool } from './byte-pool.ts';
import { type LookHeader, MAGIC } from './encode-look.ts';
import { COLUMNS, EntryStore } from './entry-store.ts';
import { DIGEST_BYTES } from './fingerprint.ts';
import type { TreeLook } from './look.ts';

const AGAIN = 'take a new baseline';

/** A look from its binary form. Throws one sentence for what is cut short, damaged, foreign or from another version. */
export function decodeTreeLook(bytes: Uint8Array): TreeLook {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkWhole(buffer);
  const start = MAGIC.length + 4;
  const end = start + buffer.readUInt32LE(MAGIC.length);
  const header = JSON.parse(buffer.toString('utf8', start, end)) as LookHeader;
  if (header.endianness !== endianness()) {
    throw new Error(`This baseline of a tree comes from a machine with the other byte order; ${AGAIN} here.`);
  }
  const entries = readEntries(header, buffer.subarray(end, buffer.length - DIGEST_BYTES));
  if (!isSound(entries)) throw new Error(`This baseline of a tree contradicts itself; ${AGAIN}.`);
  const { endianness: _order, owners: _owners, devices: _devices, counts: _counts, parts: _parts, ...facts } = header;
  return {
    ...facts,
    changedAbove: header.changedAbove === null ? null : BigInt(header.changedAbove),
    entries,
    problems: new Map(header.problems),
    unreadable: new Map(header.unreadable),
    outcomes: new Map(),
  };
}

function checkWhole(buffer: Buffer): void {
  const magic = buffer.toString('latin1', 0, MAGIC.length);
  const family = MAGIC.slice(0, MAGIC.indexOf('/') + 1);
  if (!magic.startsWith(family)) throw new Error(`This is no baseline of a tree; ${AGAIN} with "mam snapshot".`);
  if (magic !== MAGIC) {
    const version = magic.slice(family.length).split('\n')[0];
    throw new Error(`This baseline of a tree has form ${version}, which this version of mam does not read; ${AGAIN}.`);
  }
  const body = buffer.subarray(0, Math.max(0, buffer.length - DIGEST_BYTES));
  const digest = createHash('sha256').update(body).digest().subarray(0, DIGEST_BYTES);
  if (body.length < MAGIC.length + 4 || !digest.equals(buffer.subarray(body.length))) {
    throw new Error(`This baseline of a tree is cut short or damaged; ${AGAIN}.`);
  }
}

function readEntries(header: LookHeader, body: Buffer): EntryStore {
  const { counts } = header;
  const entries = new EntryStore(counts.entries);
  let part = 0;
  let end = 0;
  const take = () => {
    const start = end;
    end += header.parts[part++] ?? 0;
    return body.subarray(start, end);
  };
  entries.count = counts.entries;
  for (const column of COLUMNS) fill(entries[column], take());
  fillPool(entries.names, counts.entries, take(), take());
  fillPool(entries.targets, counts.targets, take(), take());
  const { fingerprints } = entries;
  fingerprints.count = counts.fingerprints;
  fingerprints.lengths = new Float64Array(counts.fingerprints);
  fill(fingerprints.lengths, take());
  fingerprints.digests = Uint8Array.from(take());
  entries.owners.push(...header.owners);
  entries.devices.push(...header.devices.map(BigInt));
  return entries;
}

function fillPool(pool: BytePool, count: number, bytes: Buffer, ends: Buffer): void {
  pool.count = count;
  pool.bytes = Buffer.from(bytes);
  pool.ends = new Uint32Array(count);
  fill(pool.ends, ends);
}

function fill(column: { buffer: ArrayBufferLike; byteOffset: number; byteLength: number }, bytes: Buffer): void {
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength).set(bytes);
}

/** Whether walking from parent to child, and back, comes to an end. */
function isSound(entries: EntryStore): boolean {
  for (let index = 0; index < entries.count; index++) {
    if (index > 0 && (entries.parent[index] ?? 0) >= index) return false;
    const { first, count } = entries.childrenOf(index);
    if (count > 0 && (first <= index || first + count > entries.count)) return false;
    for (let child = first; child < first + count; child++) if (entries.parent[child] !== index) return false;
  }
  return true;
}
