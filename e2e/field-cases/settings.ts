import type { Mode } from './field-case.ts';
import { PLAIN, SELF, type User } from './user.ts';

/** How a case is run: in which mode, and as whom. */
export interface Setting {
  name: string;
  mode: Mode;
  user: User;
}

export const SETTINGS: readonly Setting[] = [
  { name: 'observe', mode: 'observe', user: SELF },
  { name: 'contain', mode: 'contain', user: SELF },
  { name: 'contain, as a plain user', mode: 'contain', user: PLAIN },
];
