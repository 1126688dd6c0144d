import { join } from 'node:path';
import { createAgentSession } from '../agent-sessions/create.ts';
import { removeAgentSession } from '../agent-sessions/remove.ts';
import { appendEvent } from '../jobs/event.ts';
import { submitJob } from '../jobs/submit.ts';
import { updateSessionsFile } from '../sessions-file/update.ts';
import { paperMux } from './paper-mux.ts';

/** Where an operation of a fault test works. */
export interface OperationPlace {
  root: string;
  /** Directory of the panes. */
  panes: string;
}

export type OperationName = 'submit' | 'event' | 'update' | 'create' | 'remove';

/** Every operation that writes; `name` tells one call from another. */
export const OPERATIONS: Record<OperationName, (place: OperationPlace, name: string) => Promise<unknown>> = {
  submit: ({ root }, name) =>
    submitJob({
      prompt: name.padEnd(9000),
      agent: 'claude',
      agentSession: 'tmux:first',
      env: { WORKSPACE_ROOT: root },
    }),
  event: ({ root }, name) =>
    appendEvent({ id: 'first', type: 'tick', data: name.padEnd(9000), env: { WORKSPACE_ROOT: root } }),
  update: ({ root }, name) =>
    updateSessionsFile(join(root, '.mam', 'agent-sessions.yaml'), (sessions) =>
      sessions.add('herdr_sessions', { name }),
    ),
  create: ({ root, panes }, session) =>
    createAgentSession({ workspace: root, agent: 'sh', role: 'Creator', session, mux: paperMux(panes) }),
  remove: ({ root, panes }) =>
    removeAgentSession({ name: 'first', env: { WORKSPACE_ROOT: root }, muxes: [paperMux(panes)] }),
};
