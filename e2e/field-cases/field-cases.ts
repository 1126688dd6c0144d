import { BASELINE } from './cases/baseline.ts';
import { BLAME } from './cases/blame.ts';
import { DELETION } from './cases/deletion.ts';
import { INHERITED } from './cases/inherited.ts';
import { KINDS_OF_CHANGE } from './cases/kinds-of-change.ts';
import { KINDS_OF_ENTRY } from './cases/kinds-of-entry.ts';
import { LEFT_BEHIND } from './cases/left-behind.ts';
import { LIVE_TREE } from './cases/live-tree.ts';
import { NEIGHBOURS } from './cases/neighbours.ts';
import { REDIRECTION } from './cases/redirection.ts';
import { REGISTRY } from './cases/registry.ts';
import { REGISTRY_RULE } from './cases/registry-rule.ts';
import type { FieldCase } from './field-case.ts';
import type { Setting } from './settings.ts';
import { SELF } from './user.ts';

/** Every fault of the field that the guard must find, or must not be misled by; each holds in each mode. */
const FIELD_CASES: readonly FieldCase[] = [
  ...LIVE_TREE,
  ...DELETION,
  ...REDIRECTION,
  ...LEFT_BEHIND,
  ...BLAME,
  ...BASELINE,
  ...REGISTRY,
];

/** Others like them, for every user: the layer of a plain user's run is another one. */
const IN_THE_LAYER: readonly FieldCase[] = [...KINDS_OF_CHANGE, ...KINDS_OF_ENTRY];

/** The cases of a setting. */
export function casesIn({ user }: Setting): readonly FieldCase[] {
  const others = user === SELF ? [...INHERITED, ...NEIGHBOURS, ...REGISTRY_RULE] : [];
  return [...FIELD_CASES, ...IN_THE_LAYER, ...others];
}
