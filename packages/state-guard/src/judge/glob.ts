const TOKEN = /\/\*\*(?=\/|$)|\*\*|\*|\?|[\\^$.|+()[\]{}]/g;

/**
 * Tells whether a path is the pattern, or matches it: `*` and `?` stay within a name, `**` goes across names, and
 * `dir/**` is `dir` with all that is in it. Anything else means itself.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const source = pattern.replace(TOKEN, (token) => TOKENS[token] ?? `\\${token}`);
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => path === pattern || expression.test(path);
}

const TOKENS: Readonly<Record<string, string>> = {
  '/**': '(?:/.*)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
