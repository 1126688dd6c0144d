import { submitJob } from '../../jobs/submit.ts';

/** Submits `count` jobs, and prints the id of each as soon as it is on the disk. */
const { count, session } = JSON.parse(process.argv[2] ?? '') as { count: number; session: string };
for (let index = 0; index < count; index += 1) {
  const job = await submitJob({ prompt: `job ${index}`, agent: 'claude', agentSession: session });
  process.stdout.write(`${job.record.id}\n`);
}
