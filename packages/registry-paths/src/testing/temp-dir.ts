import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh directory under its real path, removed when the test ends. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-paths-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
