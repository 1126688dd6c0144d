import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh directory, as a real path, that goes when the test is over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'state-guard-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
