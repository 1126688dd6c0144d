import { existsSync } from 'node:fs';
import { realPath } from '@mam/registry-paths';
import { fromText, type NotCovered } from '@mam/state-guard';
import type { ContainMode } from '../mode.ts';
import { isBelow, isWithin } from '../paths.ts';
import { type PlatformFacts, readPlatform } from '../platform/facts.ts';
import { type NamespaceKind, namespaceKind } from '../platform/namespace-kind.ts';
import { type MountEntry, mountIdOf, readMountTable } from './mount-table.ts';
import { submountsOf } from './submounts.ts';
import { chooseTargets, type Target } from './targets.ts';

/** A directory (in `read-only` also a file) that the run sees through a mount of its own. */
export interface PlannedMount {
  /** Its real path, as a byte string. */
  path: string;
  kind: 'directory' | 'file';
  /** The watched paths that it covers, real, as text. Of a directory that was not asked for itself: the files in it. */
  watched: string[];
  /** It is a file system mounted below another contained directory. */
  submount: boolean;
  /** Flags of the mount that lies there, to be kept. */
  flags: string[];
  /** Nothing can be written there anyway. */
  readOnly: boolean;
  /** Type of the file system that lies there. */
  fsType: string;
}

/** What will be contained, and what not. Nothing that was asked for is in none of the three. */
export interface ContainmentPlan {
  mode: ContainMode;
  how: NamespaceKind;
  /** Parents before what lies in them. */
  mounts: PlannedMount[];
  /** Not there yet: only looking before and after can tell. Real paths, as text. */
  observedOnly: NotCovered[];
  /** Cannot be contained, with the reason. Real paths, as text. */
  refused: NotCovered[];
  /** Paths inside contained directories that the run sees and writes as they are; real, as byte strings. */
  keptReal: string[];
}

export interface PlanOptions {
  /** The session's own files (sandbox, marks), which stay real also inside a contained directory. They must exist. */
  keepReal?: readonly string[];
  facts?: PlatformFacts;
}

/** Plans the containment of watched paths; makes nothing. Linux only. @throws what the file system says of `/proc` */
export function planContainment(
  paths: readonly string[],
  mode: ContainMode,
  options: PlanOptions = {},
): ContainmentPlan {
  const how = namespaceKind(options.facts ?? readPlatform());
  const { targets, observedOnly, refused } = chooseTargets(paths, mode);
  const table = readMountTable();
  const kept = (options.keepReal ?? []).map(realPath);
  const mounts: PlannedMount[] = [];
  for (const target of targets) {
    const planned = planTarget(target, { table, mode, how, kept });
    if (typeof planned !== 'string') mounts.push(...planned);
    else refused.push(...target.watched.map((path) => ({ path, reason: planned })));
  }
  const inside = kept.filter((path) => mounts.some((mount) => isBelow(fromText(path), mount.path)));
  const absent = inside.filter((path) => !existsSync(path));
  refused.push(...absent.map((path) => ({ path, reason: 'it cannot be kept real before it exists; make it first' })));
  const keptReal = inside.filter((path) => !absent.includes(path)).map(fromText);
  return { mode, how, mounts, observedOnly, refused, keptReal };
}

interface Context {
  table: readonly MountEntry[];
  mode: ContainMode;
  how: NamespaceKind;
  kept: readonly string[];
}

/** The mounts for a target and for what is mounted below it, or why it cannot be contained. */
function planTarget(target: Target, { table, mode, how, kept }: Context): PlannedMount[] | string {
  const own = kept.find((path) => isWithin(target.path, path));
  if (own !== undefined) return `it lies in the session's own ${own}; watch something else`;
  const path = fromText(target.path);
  const lying = table.find(({ id }) => id === mountIdOf(path));
  if (lying === undefined) return 'the kernel does not say which file system it lies on; is /proc the right one?';
  const below = target.kind === 'directory' ? submountsOf(path, table) : [];
  const problem = mode === 'contain' ? submountProblem(below, how) : null;
  if (problem !== null) return problem;
  const planned = { watched: target.watched, flags: lying.flags, readOnly: lying.readOnly, fsType: lying.type };
  return [
    { path, kind: target.kind, submount: false, ...planned },
    ...below.map(({ entry, kind }) => ({
      path: entry.point,
      kind,
      watched: target.watched,
      submount: true,
      flags: entry.flags,
      readOnly: entry.readOnly,
      fsType: entry.type,
    })),
  ];
}

function submountProblem(below: ReturnType<typeof submountsOf>, how: NamespaceKind): string | null {
  const [first] = below;
  if (first === undefined) return null;
  const where = JSON.stringify(Buffer.from(first.entry.point, 'latin1').toString());
  if (how === 'user-namespace') {
    return `another file system is mounted in it at ${where}, which only root can contain; run as root, or watch the directories beside that`;
  }
  const file = below.find(({ kind }) => kind === 'file');
  if (file === undefined) return null;
  const name = JSON.stringify(Buffer.from(file.entry.point, 'latin1').toString());
  return `the file ${name} in it is a mount of its own, which no overlay can stand for; watch the directories beside it`;
}
