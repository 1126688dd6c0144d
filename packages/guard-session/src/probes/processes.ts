import { displayPath, type Observation } from '@mam/state-guard';
import { markedProcesses, type ProcessEntry } from '../settle/process-table.ts';
import type { Probe } from './probe.ts';

/** Reports the processes of the run that outlive it: pid, command name, age; never arguments or environment. */
export function processesProbe(sessionId: string): Probe<null> {
  return {
    name: 'processes',
    // Nothing carries this session's mark before its command starts.
    look: () => null,
    compare: () => ({
      observations: markedProcesses(sessionId).map(observe),
      notCovered: [],
      watched: [{ probe: 'processes', path: 'processes of the run', entries: 0 }],
      ignored: 0,
    }),
  };
}

function observe({ pid, nameBytes, ageMs }: ProcessEntry): Observation {
  const { path, pathBase64 } = displayPath(`process:${nameBytes}`);
  return {
    change: 'added',
    entry: 'process',
    path,
    probe: 'processes',
    by: 'unknown',
    at: new Date(Date.now() - ageMs).toISOString(),
    late: false,
    detail: { pid, ageMs, ...(pathBase64 !== undefined && { pathBase64 }) },
  };
}
