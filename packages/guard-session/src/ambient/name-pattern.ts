import { GuardError } from '../guard-error.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A test for variable names, from `NAME` or `PREFIX_*`.
 * @throws GuardError (usage) for anything else, a bare `*` included.
 */
function namePattern(pattern: string): (name: string) => boolean {
  const prefix = pattern.endsWith('*') ? pattern.slice(0, -1) : null;
  if (!NAME.test(prefix ?? pattern)) {
    throw new GuardError(
      'usage',
      `${JSON.stringify(pattern)} names no variable; give a name, or a prefix with a star at its end, as in AGENT_*.`,
    );
  }
  return prefix === null ? (name) => name === pattern : (name) => name.startsWith(prefix);
}

/** A test for whether any of several patterns names a variable. @throws GuardError (usage) as `namePattern` does */
export function anyPattern(patterns: readonly string[] = []): (name: string) => boolean {
  const tests = patterns.map(namePattern);
  return (name) => tests.some((matches) => matches(name));
}
