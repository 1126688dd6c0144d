import type { JobFacts } from '../model.ts';
import { kindOf } from './parse-object.ts';
import type { JobFile } from './read-job-file.ts';

/** Code points of a prompt that are kept. */
const PROMPT_LENGTH = 60;

/** What a job's record says of it. */
export function factsOfRecord(record: JobFile): JobFacts {
  if ('problem' in record) {
    return { hasRecord: true, problem: `the record ${record.problem}`, agentSession: null, prompt: null };
  }
  const session = record.object.agent_session;
  const isWrong = session !== undefined && session !== null && typeof session !== 'string';
  return {
    hasRecord: true,
    problem: isWrong ? `agent_session is ${kindOf(session)}, not a string` : null,
    agentSession: textOf(session),
    prompt: promptOf(record.object.prompt),
  };
}

/** What the `meta.json` of an audit log without a record tells of its job: it describes, and explains nothing. */
export function factsOfMeta(meta: JobFile): JobFacts {
  if ('problem' in meta) return { hasRecord: false, problem: null, agentSession: null, prompt: null };
  const { agent_session: session, prompt } = meta.object;
  return { hasRecord: false, problem: null, agentSession: textOf(session), prompt: promptOf(prompt) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A prompt cut to what is shown; one that is no string as its JSON, since it only describes. */
function promptOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [...text.slice(0, 2 * PROMPT_LENGTH)].slice(0, PROMPT_LENGTH).join('');
}
