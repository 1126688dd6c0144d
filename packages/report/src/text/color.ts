/** Where text goes, as far as colour cares: `process.stderr` is one. */
export interface ColorStream {
  isTTY?: boolean;
}

/**
 * Whether to colour what goes to a stream. `NO_COLOR` forbids it, `FORCE_COLOR` asks for it (`0` and `false` forbid),
 * each when it is not empty; else a terminal gets colour unless `TERM` is `dumb`.
 */
export function wantsColor(stream: ColorStream, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

export type Color = 'red' | 'yellow' | 'green' | 'bold' | 'dim';

/** Gives a text a colour, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

const CODES: Record<Color, readonly [number, number]> = {
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  bold: [1, 22],
  dim: [2, 22],
};

export function painter(color: boolean): Paint {
  if (!color) return (_, text) => text;
  return (name, text) => `\x1b[${CODES[name][0]}m${text}\x1b[${CODES[name][1]}m`;
}
