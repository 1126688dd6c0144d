import type { PlatformFacts } from './facts.ts';

/** Whose right the mounts are made by: root's own, or the one that a user has in a user namespace of its own. */
export type NamespaceKind = 'root' | 'user-namespace';

const CAP_SYS_ADMIN = 21n;

/** How this process can come by a mount namespace: root that kept CAP_SYS_ADMIN directly, everyone else through a user namespace. */
export function namespaceKind(facts: PlatformFacts): NamespaceKind {
  return facts.uid === 0 && hasSysAdmin(facts) ? 'root' : 'user-namespace';
}

/** Whether the process holds CAP_SYS_ADMIN; when that cannot be read, root is taken to. */
export function hasSysAdmin(facts: PlatformFacts): boolean {
  const effective = facts.read('/proc/self/status')?.match(/^CapEff:\s*([0-9a-f]+)/m)?.[1];
  return effective === undefined ? facts.uid === 0 : ((BigInt(`0x${effective}`) >> CAP_SYS_ADMIN) & 1n) === 1n;
}

/** Whether an overlay must keep its notes in `user.` attributes, because `trusted.` ones need the first user namespace. */
export function needsUserXattr(facts: PlatformFacts, how: NamespaceKind): boolean {
  const [inside, outside, count] = facts.read('/proc/self/uid_map')?.trim().split(/\s+/) ?? [];
  const first = inside === '0' && outside === '0' && count === '4294967295';
  return how === 'user-namespace' || !first;
}
