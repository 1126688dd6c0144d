import { markedProcesses } from '../settle/process-table.ts';
import type { Probe } from './probe.ts';

/** Reports the processes of the run that outlive it: pid, command name, age; never arguments or environment. */
export function processesProbe(sessionId: string): Probe<null> {
  return {
    name: 'processes',
    // Nothing carries this session's mark before its command starts.
    look: () => null,
    compare: () => ({
      observations: markedProcesses(sessionId).map(({ pid, name, ageMs }) => ({
        change: 'added',
        entry: 'process',
        path: `process:${name}`,
        probe: 'processes',
        by: 'unknown',
        at: new Date(Date.now() - ageMs).toISOString(),
        late: false,
        detail: { pid, ageMs },
      })),
      notCovered: [],
      watched: [{ probe: 'processes', path: 'processes of the run', entries: 0 }],
      ignored: 0,
    }),
  };
}
