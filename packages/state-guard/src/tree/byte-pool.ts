/** Byte strings end to end in one buffer: the names of a million entries without a million objects. */
export class BytePool {
  count = 0;
  bytes: Buffer;
  /** Where each string ends. */
  ends: Uint32Array;

  constructor(capacity = 64) {
    this.bytes = Buffer.allocUnsafeSlow(Math.max(capacity, 1) * 16);
    this.ends = new Uint32Array(Math.max(capacity, 1));
  }

  /** Adds a byte string; returns its number. */
  push(text: string): number {
    const start = this.start(this.count);
    const end = start + text.length;
    if (end > this.bytes.length) this.#growBytes(end);
    if (this.count === this.ends.length) this.ends = grown(this.ends, this.count + 1);
    // Names are short: this takes a fifth of the time of `write`.
    for (let k = 0; k < text.length; k++) this.bytes[start + k] = text.charCodeAt(k);
    this.ends[this.count] = end;
    return this.count++;
  }

  at(index: number): string {
    return this.bytes.toString('latin1', this.start(index), this.ends[index] ?? 0);
  }

  /** Whether a string here equals one of another pool. */
  same(index: number, other: BytePool, otherIndex: number): boolean {
    const start = this.start(index);
    const length = (this.ends[index] ?? 0) - start;
    const otherStart = other.start(otherIndex);
    if ((other.ends[otherIndex] ?? 0) - otherStart !== length) return false;
    for (let k = 0; k < length; k++) if (this.bytes[start + k] !== other.bytes[otherStart + k]) return false;
    return true;
  }

  /** Forgets every string from a number on. */
  truncate(count: number): void {
    this.count = count;
  }

  /** Where a string starts. */
  start(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0);
  }

  #growBytes(needed: number): void {
    const next = Buffer.allocUnsafeSlow(Math.max(needed, Math.ceil(this.bytes.length * 2)));
    this.bytes.copy(next, 0, 0, this.start(this.count));
    this.bytes = next;
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array | BigInt64Array | BigUint64Array;

/** The same numbers with room for at least `needed`. */
export function grown<A extends Numbers>(array: A, needed: number): A {
  const capacity = Math.max(needed, Math.ceil(array.length * 2));
  const next = new (array.constructor as new (length: number) => A)(capacity);
  next.set(array as never);
  return next;
}
