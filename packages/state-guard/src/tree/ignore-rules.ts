import ignore, { type Ignore } from 'ignore';
import { fromText, toText } from '../bytes/bytes.ts';

/** Which entries the user does not want to hear of. */
export interface IgnoreRules {
  /** `relative` is a byte string, below the watch root and without a slash at either end. */
  ignores(relative: string, directory: boolean): boolean;
}

/** The library keeps every answer; it is started anew after so many, or a million paths would stay in memory. */
const ANSWERS = 20_000;

/** A name that no one has, to find out whether patterns match whatever comes. */
const NOBODY = 'zzq-4f1c-nobody';

/**
 * The rules that patterns in gitignore syntax make, rooted at the watch root, or null when there is none. As in git on
 * Linux, case counts, a later pattern overrides an earlier one, and nothing inside an ignored directory comes back.
 */
export function ignoreRules(patterns: readonly string[]): IgnoreRules | null {
  if (patterns.every((pattern) => pattern.trim() === '')) return null;
  const compiled = compile(patterns);
  let rules = compile(compiled);
  let answers = 0;
  return {
    ignores(relative, directory) {
      if (++answers % ANSWERS === 0) rules = compile(compiled);
      return rules.ignores(directory ? `${toText(relative)}/` : toText(relative));
    },
  };
}

/** Whether rules leave nothing of any tree: no file and no directory, hidden or not, whatever its name. */
export function ignoresEverything(rules: IgnoreRules): boolean {
  return [NOBODY, `.${NOBODY}`, `${NOBODY}.${NOBODY}`].every((name) =>
    [false, true].every((directory) => rules.ignores(fromText(name), directory)),
  );
}

function compile(patterns: readonly string[] | Ignore): Ignore {
  return ignore({ ignorecase: false }).add(patterns);
}
