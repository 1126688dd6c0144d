/** A source of chance that gives the same again for the same seed. */
export interface Random {
  /** True with this probability. */
  chance(probability: number): boolean;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** Mulberry32: small, and the same on every machine. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    chance: (probability) => next() < probability,
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
  };
}
