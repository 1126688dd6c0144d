import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ControlPlaneError, cannot, errnoOf } from '../errors.ts';
import { makePrivateDirectory, removeDirectories } from '../files/private-directory.ts';
import { syncDirectory } from '../files/sync-directory.ts';
import { writeExclusive } from '../files/write-exclusive.ts';
import { checkAgent, parseAgentSession } from '../names.ts';
import { UndoStack } from '../undo.ts';
import { createJobId } from './job-id.ts';
import { type JobPlaces, type ResolvedPlaces, resolvePlaces } from './places.ts';
import { formatJson, type JobRecord, recordPath } from './record.ts';
import { registrationProblem } from './registration.ts';

export interface SubmitOptions extends JobPlaces {
  prompt: string;
  /** The kind of agent, as in `claude`. */
  agent: string;
  /** `herdr:NAME`, `tmux:NAME`, `remote:NAME` or a bare `NAME`. */
  agentSession: string;
  /** Refuse an agent session that is not registered, instead of warning. */
  requireSession?: boolean;
}

export interface SubmittedJob {
  record: JobRecord;
  /** `<registry>/<id>.json` */
  recordPath: string;
  /** `<logs>/<id>` */
  logDir: string;
  warnings: string[];
}

/**
 * Delegates a job: the record first, then the audit log with its `meta.json`. Both are private, and on the disk when this
 * returns; when it throws, neither is there. No job that exists is ever overwritten.
 *
 * @param createId where ids come from; asked again when an id is taken.
 */
export async function submitJob(options: SubmitOptions, createId: () => string = createJobId): Promise<SubmittedJob> {
  const { prompt, agent, agentSession } = options;
  if (prompt === '') throw new ControlPlaneError('input', 'the prompt is empty: say what the job is');
  checkAgent(agent);
  const { name } = parseAgentSession(agentSession);
  const places = resolvePlaces(options);
  const problem = registrationProblem(places.sessionsFile, name, agentSession);
  if (problem !== null && options.requireSession) {
    throw new ControlPlaneError('input', `${problem}: register it, or leave out --require-session`);
  }
  const written = await write({ agent, agent_session: agentSession, prompt, status: 'running' }, places, createId);
  return { ...written, warnings: problem === null ? [] : [problem] };
}

type Content = Omit<JobRecord, 'id' | 'created_at'>;
type Written = Omit<SubmittedJob, 'warnings'>;

const ATTEMPTS = 16;

async function write(content: Content, places: ResolvedPlaces, createId: () => string): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    const undo = new UndoStack();
    try {
      return writeOnce(content, places, createId(), undo);
    } catch (error) {
      const left = await undo.rollBack();
      const failure = cannot(`write a job to ${places.registryDir} and ${places.logsDir}`, error);
      if (left.length > 0) {
        throw new ControlPlaneError('failed', `${failure.message}; could not undo: ${left.join(', ')}`, {
          cause: error,
        });
      }
      // The id is taken, or another process took back a directory that it had made.
      const again = errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOENT';
      if (!again || attempt === ATTEMPTS) throw failure;
    }
  }
}

function writeOnce(content: Content, places: ResolvedPlaces, id: string, undo: UndoStack): Written {
  const { registryDir, logsDir } = places;
  const record: JobRecord = { id, ...content, created_at: new Date().toISOString() };
  const path = recordPath(registryDir, id);
  const logDir = join(logsDir, id);

  const registryMade = makePrivateDirectory(registryDir);
  undo.add(registryDir, () => removeDirectories(registryMade));
  writeExclusive(path, formatJson(record));
  undo.add(`the record ${path}`, () => {
    rmSync(path);
    syncDirectory(registryDir);
  });

  const logsMade = makePrivateDirectory(logsDir);
  undo.add(logsDir, () => removeDirectories(logsMade));
  mkdirSync(logDir, 0o700);
  undo.add(`the audit log ${logDir}`, () => {
    rmdirSync(logDir);
    syncDirectory(logsDir);
  });
  syncDirectory(logsDir);
  writeExclusive(join(logDir, 'meta.json'), formatJson(record));
  return { record, recordPath: path, logDir };
}
