import { resolve } from 'node:path';
import { takeSessionSnapshot } from '@mam/guard-session';
import { sessionOptions } from '../../options/session-options.ts';
import { showProgress } from '../../output/progress.ts';
import { checkWritable, writeWhole } from '../../output/report-file.ts';
import { say } from '../../output/say.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { SnapshotOptions } from './declare.ts';

/** `mam snapshot`: writes a baseline file, whole or not at all. */
export async function snapshot(options: SnapshotOptions): Promise<void> {
  const cwd = workingDirectory();
  const file = resolve(cwd, options.output);
  checkWritable('--output', file);
  const progress = showProgress(process.stderr);
  const { plan, content } = await takeSessionSnapshot({ ...sessionOptions(options, cwd), ownFiles: [file], progress });
  for (const note of plan.notes) say(note);
  writeWhole(file, content, 'The baseline');
}
