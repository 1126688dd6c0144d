import { BytePool, grown } from './byte-pool.ts';
import { isDirectory, isFile, isSymlink, type TreeEntry } from './entry.ts';
import { type Fingerprint, FingerprintPool } from './fingerprint.ts';
import type { Children } from './pair-children.ts';

/** What is special about an entry; bits of `flags`. */
export const GONE = 1;
export const UNREAD = 2;
export const IGNORED = 4;

/** Columns that hold one number an entry, in the order in which a baseline file keeps them. */
export const COLUMNS = [
  'parent',
  'mode',
  'flags',
  'owner',
  'device',
  'size',
  'links',
  'mtime',
  'ctime',
  'birthtime',
  'ino',
  'slot',
  'children',
] as const;

/**
 * The entries of a tree, a column of numbers for each of their properties: about 90 bytes an entry with its name, where
 * an object would take 400. Entry 0 is the root; the children of a directory stand together.
 */
export class EntryStore {
  count = 0;
  readonly names: BytePool;
  readonly targets: BytePool = new BytePool();
  readonly fingerprints: FingerprintPool = new FingerprintPool();
  /** Pairs of user and group, as `uid:gid`; `owner` is an index into it. */
  readonly owners: string[] = [];
  readonly devices: bigint[] = [];
  readonly #ownerIndexes = new Map<string, number>();
  /** Of the entry before: most have the same. */
  #lastOwner: { uid: number; gid: number; index: number } = { uid: -1, gid: -1, index: 0 };

  parent: Uint32Array;
  mode: Uint16Array;
  flags: Uint8Array;
  owner: Uint32Array;
  device: Uint16Array;
  size: Float64Array;
  links: Uint32Array;
  mtime: BigInt64Array;
  ctime: BigInt64Array;
  birthtime: BigInt64Array;
  ino: BigUint64Array;
  /** Of a directory its first child; of a link its target, of a file its fingerprint, both counted from 1, 0 for none. */
  slot: Uint32Array;
  children: Uint32Array;

  constructor(capacity = 64) {
    const room = Math.max(capacity, 1);
    this.names = new BytePool(room);
    this.parent = new Uint32Array(room);
    this.mode = new Uint16Array(room);
    this.flags = new Uint8Array(room);
    this.owner = new Uint32Array(room);
    this.device = new Uint16Array(room);
    this.size = new Float64Array(room);
    this.links = new Uint32Array(room);
    this.mtime = new BigInt64Array(room);
    this.ctime = new BigInt64Array(room);
    this.birthtime = new BigInt64Array(room);
    this.ino = new BigUint64Array(room);
    this.slot = new Uint32Array(room);
    this.children = new Uint32Array(room);
  }

  /** Adds an entry; returns its number. */
  push(parent: number, name: string, entry: TreeEntry): number {
    if (this.count === this.parent.length) this.#grow();
    const index = this.count++;
    this.names.push(name);
    this.parent[index] = parent;
    this.flags[index] = 0;
    this.set(index, entry);
    return index;
  }

  /** Writes what was seen of an entry over what was seen before; it has no children and no fingerprint then. */
  set(index: number, entry: TreeEntry): void {
    this.slot[index] = entry.target === null ? 0 : this.targets.push(entry.target) + 1;
    this.children[index] = 0;
    this.mode[index] = entry.mode;
    this.links[index] = entry.links;
    this.owner[index] = this.#ownerIndex(entry);
    this.device[index] = this.#deviceIndex(entry.dev);
    this.size[index] = entry.size;
    this.mtime[index] = entry.mtimeNs;
    this.ctime[index] = entry.ctimeNs;
    this.birthtime[index] = entry.birthtimeNs;
    this.ino[index] = entry.ino;
  }

  /** Notes the children of a directory: all entries from `first` on. */
  setChildren(index: number, first: number): void {
    this.slot[index] = first;
    this.children[index] = this.count - first;
  }

  /** The children of a directory; none of anything else. */
  childrenOf(index: number): Children {
    const count = this.isDirectory(index) ? (this.children[index] ?? 0) : 0;
    return { store: this, first: this.slot[index] ?? 0, count };
  }

  /** All entries from `first` on, as the children of a directory. */
  childrenFrom(first: number): Children {
    return { store: this, first, count: this.count - first };
  }

  setFingerprint(index: number, fingerprint: Fingerprint): void {
    this.slot[index] = this.fingerprints.push(fingerprint) + 1;
  }

  /** What a file held when it was looked at, as far as that was recorded. */
  fingerprint(index: number): Fingerprint | null {
    const slot = this.modeOf(index, isFile) ? (this.slot[index] ?? 0) : 0;
    return slot === 0 ? null : this.fingerprints.at(slot - 1);
  }

  entry(index: number): TreeEntry {
    const [uid, gid] = (this.owners[this.owner[index] ?? 0] ?? '').split(':');
    return {
      mode: this.mode[index] ?? 0,
      uid: Number(uid),
      gid: Number(gid),
      size: this.size[index] ?? 0,
      links: this.links[index] ?? 0,
      mtimeNs: this.mtime[index] ?? 0n,
      ctimeNs: this.ctime[index] ?? 0n,
      birthtimeNs: this.birthtime[index] ?? 0n,
      dev: this.deviceOf(index),
      ino: this.ino[index] ?? 0n,
      target: this.modeOf(index, isSymlink) ? this.targets.at((this.slot[index] ?? 1) - 1) : null,
    };
  }

  deviceOf(index: number): bigint {
    return this.devices[this.device[index] ?? 0] ?? 0n;
  }

  isDirectory(index: number): boolean {
    return this.modeOf(index, isDirectory);
  }

  modeOf(index: number, test: (mode: number) => boolean): boolean {
    return test(this.mode[index] ?? 0);
  }

  has(index: number, flag: number): boolean {
    return ((this.flags[index] ?? 0) & flag) !== 0;
  }

  mark(index: number, flag: number): void {
    this.flags[index] = (this.flags[index] ?? 0) | flag;
  }

  /** Forgets every entry from a number on. */
  truncate(count: number): void {
    this.count = count;
    this.names.truncate(count);
  }

  #ownerIndex({ uid, gid }: TreeEntry): number {
    const last = this.#lastOwner;
    if (last.uid === uid && last.gid === gid) return last.index;
    const owner = `${uid}:${gid}`;
    const index = this.#ownerIndexes.get(owner) ?? this.owners.push(owner) - 1;
    this.#ownerIndexes.set(owner, index);
    this.#lastOwner = { uid, gid, index };
    return index;
  }

  #deviceIndex(dev: bigint): number {
    const known = this.devices.indexOf(dev);
    return known >= 0 ? known : this.devices.push(dev) - 1;
  }

  #grow(): void {
    const needed = this.count + 1;
    for (const column of COLUMNS) this[column] = grown(this[column] as Uint32Array, needed) as never;
  }
}
