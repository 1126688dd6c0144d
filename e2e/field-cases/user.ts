/** Who runs the guard and the command. */
export interface User {
  name: string;
  /** User and group; null for this process's own. */
  uid: number | null;
  /** A command line that runs as this user. */
  words(command: readonly [string, ...string[]]): [string, ...string[]];
}

export const SELF: User = { name: 'self', uid: null, words: ([command, ...args]) => [command, ...args] };

/** `nobody` on most systems; any that owns nothing does. */
const NOBODY = 65534;

/** A user to whom permissions apply; only root can become it. */
export const PLAIN: User = {
  name: 'plain user',
  uid: NOBODY,
  words: (command) => ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command],
};
