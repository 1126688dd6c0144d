import type { ContainMode } from '../mode.ts';
import type { PlatformFacts } from '../platform/facts.ts';
import { hasSysAdmin, type NamespaceKind } from '../platform/namespace-kind.ts';
import type { TrialFailure } from './trial.ts';

/** Why a mode is not to be had: `reason` goes on after "because", `remedy` is what to do. */
export interface Unavailable {
  reason: string;
  remedy: string;
}

const OBSERVE = 'use --mode observe';

/** A platform that has no mount namespaces. */
export function explainPlatform({ platform, read }: PlatformFacts, mode: ContainMode): Unavailable | null {
  if (platform === 'darwin') {
    return {
      reason: `${mode} needs Linux and this is macOS`,
      remedy: `${OBSERVE}, or run in a Linux container or machine`,
    };
  }
  if (platform !== 'linux') {
    return { reason: `${mode} needs Linux and this is ${platform}`, remedy: `${OBSERVE}, or run on Linux` };
  }
  if (read('/proc/self/status') === null) {
    return { reason: '/proc is not mounted', remedy: 'mount it with `mount -t proc proc /proc`' };
  }
  return null;
}

/** Tools that are not there, or are not util-linux's. */
export function explainMissingTools({ missing, foreign }: { missing: string[]; foreign: string[] }): Unavailable {
  const install = 'install the package util-linux (on Alpine: `apk add util-linux-misc setpriv mount umount`)';
  if (missing.length > 0) return { reason: `${list(missing)} of util-linux is missing`, remedy: install };
  return { reason: `${list(foreign)} is that of BusyBox and knows too little`, remedy: install };
}

/** What a failed trial means on this machine. */
export function explainTrial(facts: PlatformFacts, how: NamespaceKind, failure: TrialFailure): Unavailable {
  const cause = how === 'user-namespace' ? userNamespaceCause(facts, failure) : null;
  return cause ?? overlayCause(facts, how, failure) ?? confinedCause(facts, failure) ?? unknownCause(failure);
}

/** The switches that keep a user from namespaces of its own. */
function userNamespaceCause(facts: PlatformFacts, { step }: TrialFailure): Unavailable | null {
  if (step === 'replace') return null;
  if (isChrooted(facts)) {
    return {
      reason: 'this process lives in a changed root, where the kernel gives no user namespace',
      remedy: `run outside of the chroot, or as root, or ${OBSERVE}`,
    };
  }
  if (value(facts, '/proc/sys/kernel/unprivileged_userns_clone') === 0) {
    return switchedOff('kernel.unprivileged_userns_clone', 'is 0', 1);
  }
  if (value(facts, '/proc/sys/user/max_user_namespaces') === 0) {
    return switchedOff('user.max_user_namespaces', 'is 0', 15000);
  }
  if (value(facts, '/proc/sys/user/max_mnt_namespaces') === 0) {
    return switchedOff('user.max_mnt_namespaces', 'is 0', 15000);
  }
  if ((value(facts, '/proc/sys/kernel/apparmor_restrict_unprivileged_userns') ?? 0) > 0) {
    return switchedOff(
      'kernel.apparmor_restrict_unprivileged_userns',
      'is on (AppArmor takes the rights of a user namespace away)',
      0,
    );
  }
  return null;
}

function switchedOff(name: string, state: string, wanted: number): Unavailable {
  return {
    reason: `the sysctl ${name} ${state}`,
    remedy: `allow it with \`sudo sysctl -w ${name}=${wanted}\`, or run as root`,
  };
}

/** A kernel without the overlay that is needed. */
function overlayCause(facts: PlatformFacts, how: NamespaceKind, { step }: TrialFailure): Unavailable | null {
  if (step === 'replace') {
    return {
      reason:
        'the tmpfs of this kernel keeps no attributes for a user (Linux 6.6 and later do), so a directory could not be replaced',
      remedy: `run as root, or on a newer kernel, or ${OBSERVE}`,
    };
  }
  if (step !== 'mount') return null;
  if (!(facts.read('/proc/filesystems') ?? 'overlay').includes('overlay')) {
    return { reason: 'the kernel has no overlay file system', remedy: 'load it with `sudo modprobe overlay`' };
  }
  if (how === 'user-namespace' && isOlder(facts.release, 5, 11)) {
    return {
      reason: `Linux ${facts.release} lets only root mount an overlay (5.11 and later let users)`,
      remedy: `run as root, or on a newer kernel, or ${OBSERVE}`,
    };
  }
  return null;
}

/** What a container or a security module forbids. */
function confinedCause(facts: PlatformFacts, { said }: TrialFailure): Unavailable | null {
  if (!/permission|not permitted|denied/i.test(said)) return null;
  const profile = facts.read('/proc/self/attr/current')?.replace(/\0/g, '').trim() ?? '';
  const seccomp = /^Seccomp:\s*[12]/m.test(facts.read('/proc/self/status') ?? '');
  const withheld = facts.uid === 0 && !hasSysAdmin(facts);
  const helps: string[] = [];
  const causes: string[] = [];
  if (withheld) {
    causes.push('root has no CAP_SYS_ADMIN');
    helps.push('--cap-add SYS_ADMIN');
  }
  if (seccomp) {
    causes.push('a seccomp filter is on');
    if (!withheld) helps.push('--security-opt seccomp=unconfined');
  }
  if (profile.endsWith('(enforce)')) {
    causes.push(`the AppArmor profile ${profile.replace(/ \(enforce\)$/, '')} is on`);
    helps.push('--security-opt apparmor=unconfined');
  }
  if (causes.length === 0) return null;
  return {
    reason: `the container or sandbox around this process forbids it: ${causes.join(', and ')} (${said})`,
    remedy: `start the container with \`${helps.join(' ')}\`, or ${OBSERVE}`,
  };
}

function unknownCause({ step, said }: TrialFailure): Unavailable {
  const what = {
    namespace: 'a namespace could not be made',
    scratch: 'a tmpfs could not be mounted',
    mount: 'the mount could not be made',
    replace: 'a directory could not be replaced',
    enter: 'the namespace could not be entered',
  }[step];
  return { reason: `${what} (${said === '' ? 'no reason was given' : said})`, remedy: OBSERVE };
}

/** In a chroot no mount lies at `/`, unless its directory is one. */
function isChrooted({ read }: PlatformFacts): boolean {
  const table = read('/proc/self/mountinfo');
  return table !== null && !table.split('\n').some((line) => line.split(' ')[4] === '/');
}

function value({ read }: PlatformFacts, path: string): number | null {
  const text = read(path)?.trim();
  return text === undefined || text === '' ? null : Number(text);
}

function isOlder(release: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = release.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
