import { statSync } from 'node:fs';

/**
 * What a path is, as a place to watch: a directory, surely none (it is missing, or something else), or `unknown` when
 * a permission on the way hides it.
 */
export function directoryState(path: string): 'directory' | 'none' | 'unknown' {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'none';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' ? 'none' : 'unknown';
  }
}
