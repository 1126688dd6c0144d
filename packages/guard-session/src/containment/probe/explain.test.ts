import { describe, expect, test } from 'vitest';
import type { PlatformFacts } from '../platform/facts.ts';
import { probeContainment, whyUnavailable } from './probe.ts';
import type { TrialFailure } from './trial.ts';

const NO_CAPS = 'CapEff:\t0000000000000000\nSeccomp:\t0\n';
const ALL_CAPS = 'CapEff:\t000001ffffffffff\nSeccomp:\t0\n';
const DOCKER_CAPS = 'CapEff:\t00000000a80425fb\nSeccomp:\t2\n';
const MOUNTS = '36 35 8:1 / / rw - ext4 /dev/sda1 rw\n';

/** A Linux machine on which everything is allowed, but for what the test changes. */
function machine(change: Partial<PlatformFacts> & { files?: Record<string, string> } = {}): PlatformFacts {
  const files: Record<string, string> = {
    '/proc/self/status': change.uid === 0 ? ALL_CAPS : NO_CAPS,
    '/proc/self/mountinfo': MOUNTS,
    '/proc/self/uid_map': '0 0 4294967295\n',
    '/proc/filesystems': 'nodev\toverlay\n',
    ...change.files,
  };
  return {
    platform: 'linux',
    release: '6.8.0-generic',
    uid: 1000,
    gid: 1000,
    // Where nothing lies: what this machine has for it is not asked.
    tool: (name) => `/nowhere/${name}`,
    read: (path) => files[path] ?? null,
    ...change,
  };
}

const EPERM: TrialFailure = { step: 'namespace', said: 'unshare: unshare failed: Operation not permitted' };

async function why(facts: PlatformFacts, failure: TrialFailure = EPERM, mode: 'contain' | 'read-only' = 'contain') {
  const found = await probeContainment(mode, { facts, trial: async () => failure });
  if (found.available) throw new Error('it is available');
  return whyUnavailable(mode, found);
}

describe('a mode that is not to be had is one sentence with the cause and the remedy', () => {
  test('on macOS and elsewhere', async () => {
    expect(await why(machine({ platform: 'darwin' }), undefined, 'read-only')).toBe(
      'The mode read-only is not to be had here, because read-only needs Linux and this is macOS; use --mode observe, or run in a Linux container or machine.',
    );
    expect(await why(machine({ platform: 'win32' }))).toContain('this is win32');
  });

  test('without /proc, without the tools, with those of BusyBox', async () => {
    expect(await why(machine({ read: () => null }))).toContain('/proc is not mounted');
    const tool = (name: string) => (name === 'nsenter' || name === 'unshare' ? null : `/nowhere/${name}`);
    expect(await why(machine({ tool }))).toMatch(/`unshare`, `nsenter` of util-linux is missing; install the package/);
  });

  test.each([
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
    ['/proc/sys/user/max_user_namespaces', '0', 'sudo sysctl -w user.max_user_namespaces=15000'],
    ['/proc/sys/user/max_mnt_namespaces', '0', 'sudo sysctl -w user.max_mnt_namespaces=15000'],
    [
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      '1',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
  ])('where %s is %s', async (path, value, remedy) => {
    const sentence = await why(machine({ files: { [path]: `${value}\n` } }));
    expect(sentence).toContain(remedy);
    expect(sentence).toContain(path.replace('/proc/sys/', '').replaceAll('/', '.'));
  });

  test('for a plain user in a chroot', async () => {
    const files = { '/proc/self/mountinfo': '36 35 8:1 / /proc rw - proc proc rw\n' };
    expect(await why(machine({ files }))).toContain('changed root');
  });

  test('for root in a container that withholds the right, filters calls, confines', async () => {
    const files = { '/proc/self/status': DOCKER_CAPS, '/proc/self/attr/current': 'docker-default (enforce)\n' };
    const sentence = await why(machine({ uid: 0, gid: 0, files }));
    expect(sentence).toContain(
      'root has no CAP_SYS_ADMIN, and a seccomp filter is on, and the AppArmor profile docker-default',
    );
    expect(sentence).toContain('`--cap-add SYS_ADMIN --security-opt apparmor=unconfined`');
  });

  test('for a user behind a seccomp filter', async () => {
    const files = { '/proc/self/status': 'CapEff:\t0\nSeccomp:\t2\n' };
    expect(await why(machine({ files }))).toContain('--security-opt seccomp=unconfined');
  });

  test('on a kernel without overlays, without those of users, without attributes on tmpfs', async () => {
    const mount: TrialFailure = { step: 'mount', said: 'mount: unknown filesystem type' };
    expect(await why(machine({ files: { '/proc/filesystems': 'ext4\n' } }), mount)).toContain('sudo modprobe overlay');
    expect(await why(machine({ release: '5.10.0' }), mount)).toContain('5.11 and later');
    expect(await why(machine(), { step: 'replace', said: 'mkdir: Input/output error' })).toContain(
      'Linux 6.6 and later',
    );
  });

  test('and otherwise what the tool said', async () => {
    const sentence = await why(machine({ uid: 0 }), { step: 'scratch', said: 'mount: /mnt: strange' });
    expect(sentence).toContain('a tmpfs could not be mounted (mount: /mnt: strange); use --mode observe.');
    expect(await why(machine({ uid: 0 }), { step: 'enter', said: '' })).toContain('no reason was given');
  });
});

describe('by what right', () => {
  const available = (facts: PlatformFacts) => probeContainment('contain', { facts, trial: async () => null });

  test('root that has it mounts as root, root that has not and a user through a user namespace', async () => {
    expect(await available(machine({ uid: 0 }))).toEqual({ available: true, how: 'root' });
    const files = { '/proc/self/status': DOCKER_CAPS };
    expect(await available(machine({ uid: 0, files }))).toEqual({ available: true, how: 'user-namespace' });
    expect(await available(machine())).toEqual({ available: true, how: 'user-namespace' });
  });

  test('setpriv is needed for read-only as root alone', async () => {
    const tool = (name: string) => (name === 'setpriv' ? null : `/nowhere/${name}`);
    expect(await available(machine({ uid: 0, tool }))).toMatchObject({ available: true });
    expect(await why(machine({ uid: 0, tool }), EPERM, 'read-only')).toContain('`setpriv` of util-linux is missing');
  });
});
