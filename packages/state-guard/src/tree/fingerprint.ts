import { createHash, hash } from 'node:crypto';
import { grown } from './byte-pool.ts';

/** Bytes of a digest that are kept: 128 bits, far from any accident. */
export const DIGEST_BYTES = 16;

/** What a file held: how many bytes, and their digest. Told again of as many bytes, it proves a prefix. */
export interface Fingerprint {
  length: number;
  digest: Buffer;
}

/** Of nothing: an empty file is recorded without being opened. */
export const EMPTY: Fingerprint = { length: 0, digest: digestOf(new Uint8Array(0)) };

export interface Digester {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

/** Of bytes at hand: in one call, without an object for the collector, half the time for a small file. */
export function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, DIGEST_BYTES);
}

/**
 * Of bytes that come in pieces: SHA-256, cut short. Measured on Node 20: 1.6 GB/s, as SHA-1, against 1.2 of BLAKE2b and
 * 0.65 of MD5.
 */
export function digester(): Digester {
  const running = createHash('sha256');
  return {
    update: (bytes) => void running.update(bytes),
    digest: () => running.digest().subarray(0, DIGEST_BYTES),
  };
}

export function sameFingerprint(a: Fingerprint, b: Fingerprint): boolean {
  return a.length === b.length && a.digest.equals(b.digest);
}

/** Fingerprints, in two buffers. */
export class FingerprintPool {
  count = 0;
  lengths: Float64Array = new Float64Array(16);
  digests: Uint8Array = new Uint8Array(16 * DIGEST_BYTES);

  push({ length, digest }: Fingerprint): number {
    if (this.count === this.lengths.length) {
      this.lengths = grown(this.lengths, this.count + 1);
      this.digests = grown(this.digests, this.lengths.length * DIGEST_BYTES);
    }
    this.lengths[this.count] = length;
    this.digests.set(digest, this.count * DIGEST_BYTES);
    return this.count++;
  }

  at(index: number): Fingerprint {
    const start = index * DIGEST_BYTES;
    return {
      length: this.lengths[index] ?? 0,
      digest: Buffer.from(this.digests.subarray(start, start + DIGEST_BYTES)),
    };
  }
}
