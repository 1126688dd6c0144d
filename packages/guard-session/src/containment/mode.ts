import type { GuardMode } from '@mam/state-guard';

/** The modes that need a namespace of their own. */
export type ContainMode = Exclude<GuardMode, 'observe'>;
