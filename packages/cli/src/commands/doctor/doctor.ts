import { examine, selfTest } from '@mam/guard-session';
import { EXIT } from '../../exit-status.ts';
import { sessionOptions } from '../../options/session-options.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { DoctorOptions } from './declare.ts';
import { describeExamination, describeSelfTest } from './describe.ts';

/** `mam doctor`: prints what it found; returns the exit status. */
export async function doctor(options: DoctorOptions): Promise<number> {
  const examination = await examine(sessionOptions(options, workingDirectory()));
  process.stdout.write(describeExamination(examination));
  // In read-only, which a configuration may name, there is nothing to plant.
  const mode = options.mode === 'contain' ? 'contain' : 'observe';
  const results = options.selfTest ? await selfTest({ mode }) : [];
  if (options.selfTest) process.stdout.write(describeSelfTest(results));
  const sound = examination.notCovered.length === 0 && results.every(({ result }) => result !== 'missed');
  return sound ? EXIT.ok : EXIT.incomplete;
}
