import type { GuardMode } from '@mam/state-guard';
import type { AmbientFlags } from '../../options/ambient.ts';
import type { ConfigFlags } from '../../options/config.ts';
import type { ReportFlags } from '../../options/report.ts';
import type { WatchFlags } from '../../options/watch.ts';

/** Options of `mam run`, as parsed. */
export interface RunOptions extends AmbientFlags, WatchFlags, ReportFlags, ConfigFlags {
  mode: GuardMode;
  settle: number;
  /** Add what is found to `accept` of the configuration. */
  writeAccept?: boolean;
  keepCaptured?: string;
}
