import { type Observation, pathBytes, toText } from '@mam/state-guard';

/** Whether nothing but what is in a file differs: not its mode, its owner or its type. */
export function isContentOnly({ change, entry, detail = {} }: Observation): boolean {
  if (change !== 'modified' || entry !== 'file') return false;
  return (detail.differs ?? []).every((aspect) => aspect === 'content' || aspect === 'size' || aspect === 'stamps');
}

/** The path of an observation; not the same for two paths only if one is not UTF-8. */
export function pathOf(observation: Observation): string {
  return toText(pathBytes(observation));
}
