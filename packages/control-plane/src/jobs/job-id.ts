import { randomBytes } from 'node:crypto';

/** Crockford's base 32, in lower case so that no two ids differ by case only. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BITS = 80n;

let latest = { time: 0, random: 0n };

/**
 * A new job id: 26 characters, 10 of the time in milliseconds and 16 random ones, so that ids sort by the time they were
 * made. Within one process they ascend even in the same millisecond.
 */
export function createJobId(now: number = Date.now()): string {
  const time = Math.max(now, latest.time);
  latest = { time, random: time === latest.time ? latest.random + 1n : randomBits() };
  return base32((BigInt(time) << RANDOM_BITS) | latest.random);
}

/** The top bit stays clear, so that counting up never reaches the time. */
function randomBits(): bigint {
  return BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;
}

function base32(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < 26; rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
}
