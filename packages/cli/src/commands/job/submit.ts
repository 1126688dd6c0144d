import { submitJob } from '@mam/control-plane';
import { onControlPlane } from '../../control-plane-failure.ts';
import { say } from '../../output/say.ts';
import { type PlaceFlags, placesOf } from './places.ts';
import { readPrompt } from './prompt.ts';

export interface SubmitFlags extends PlaceFlags {
  prompt?: string;
  promptFile?: string;
  agent: string;
  agentSession: string;
  requireSession?: boolean;
  json?: boolean;
}

/** `mam job submit`: prints the id, or the record and its paths. */
export async function submit(flags: SubmitFlags): Promise<void> {
  const { agent, agentSession, requireSession = false } = flags;
  const prompt = await readPrompt(flags.prompt, flags.promptFile);
  const job = await onControlPlane(() =>
    submitJob({ ...placesOf(flags), prompt, agent, agentSession, requireSession }),
  );
  for (const warning of job.warnings) say(`warning: ${warning}`);
  const { record, recordPath, logDir } = job;
  const text = flags.json
    ? JSON.stringify({ ...record, record_path: recordPath, log_dir: logDir }, null, 2)
    : record.id;
  process.stdout.write(`${text}\n`);
}
