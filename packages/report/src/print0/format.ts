import type { EntryKind, Verdict } from '@mam/state-guard';

/** Entries whose path is a path of the file system. */
const OF_FILES: ReadonlySet<EntryKind> = new Set([
  'file',
  'directory',
  'symlink',
  'socket',
  'other',
  'record',
  'audit-log',
]);

/**
 * The paths of the leaks that are of the file system, each once and each followed by a NUL, as `find -print0` does. The
 * bytes are the path's own, also where it is not printable UTF-8. A leak that is no file (an agent session, a process, a
 * tmux session, a line) has no path of its own and is left out.
 */
export function formatPrint0({ leaks }: Verdict): Buffer {
  const paths = new Map<string, Buffer>();
  for (const { entry, path, detail } of leaks) {
    if (!OF_FILES.has(entry)) continue;
    const bytes = detail.pathBase64 === undefined ? Buffer.from(path) : Buffer.from(detail.pathBase64, 'base64');
    paths.set(bytes.toString('latin1'), bytes);
  }
  return Buffer.concat([...paths.values()].flatMap((bytes) => [bytes, Buffer.of(0)]));
}
