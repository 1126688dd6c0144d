import type { GuardMode } from '@mam/state-guard';
import type { Route } from '../words/facts.ts';
import type { Paint } from './color.ts';
import type { Cut } from './list.ts';

/** How findings are said and laid out. */
export interface Style {
  paint: Paint;
  cut: Cut;
  /** Columns at which prose is wrapped; unlimited when undefined. */
  width: number | undefined;
  mode: GuardMode;
  route: Route | undefined;
}
