import type { Environment } from '@mam/registry-paths';

/** What the texts of a configuration are resolved with. */
export interface ExpandContext {
  env: Environment;
  /** The home directory, for `~`. */
  home: string;
}

/** Why a text of a configuration cannot be resolved: what is wrong, and the remedy. */
export class ExpandError extends Error {}

const VARIABLE = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::-([^{}]*))?\}|)/g;

/**
 * A text with its variables put in: `$NAME`, `${NAME}`, `${NAME:-default}`, `$$` for a dollar sign; and the home directory
 * for a `~` at its head, or at that of a default.
 * @throws ExpandError for a variable that is unset or empty, `~user`, and a `$` that begins nothing.
 */
export function expand(text: string, { env, home }: ExpandContext): string {
  const [, user, rest] = /^~([^/]*)(.*)$/s.exec(text) ?? [];
  if (user) throw new ExpandError(`"~${user}" is not resolved; write ~/ for your own home, or the whole path`);
  const replaced = (rest ?? text).replace(
    VARIABLE,
    (_, dollar?: string, bare?: string, braced?: string, or?: string) => {
      if (dollar !== undefined) return '$';
      const name = bare ?? braced;
      if (name === undefined) throw new ExpandError('a "$" in it begins no variable; write $$ for a dollar sign');
      const value = env[name];
      if (value) return value;
      if (or !== undefined) return expand(or, { env, home });
      const state = value === '' ? 'set but empty, which counts as unset' : 'not set';
      throw new ExpandError(`the variable ${name} is ${state}; set it, or give a default, as in \${${name}:-~/.agent}`);
    },
  );
  return user === undefined ? replaced : home + replaced;
}
