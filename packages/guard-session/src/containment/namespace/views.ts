import { type BigIntStats, closeSync, fstatSync, lstatSync, writeFileSync } from 'node:fs';
import { isWithin } from '../paths.ts';
import type { ContainmentPlan, PlannedMount } from '../plan/plan.ts';
import { openPath } from '../platform/open-path.ts';

/** One contained directory, from the guard's side. Paths are byte strings. */
export interface View {
  mount: PlannedMount;
  /** What the run sees. */
  seen: string;
  /** What the run wrote; null in `read-only`. */
  upper: string | null;
  /** The directory itself, as the run saw it at first. */
  first: BigIntStats;
}

/** All contained directories. Held open by the guard, so they stay whatever becomes of the holder, and can be no other's. */
export interface Views {
  plan: ContainmentPlan;
  views: readonly View[];
  /** The scratch layer. */
  scratch: string;
  /** When the run's view was made, by the clock of the file system: nanoseconds. What has a later stamp came after. */
  madeAt: bigint;
  /** The view that a real path lies in. */
  viewOf(path: string): View | null;
  /** Where the guard sees what the run sees at a real path, or null. */
  viewPath(path: string): string | null;
  close(): void;
}

/** Opens the views of a holder whose set-up is done. @throws what the file system says */
export function openViews(plan: ContainmentPlan, holder: number): Views {
  const open: number[] = [];
  const hold = (path: string): number => {
    const fd = openPath(path);
    open.push(fd);
    return fd;
  };
  const close = () => {
    for (const fd of open.splice(0)) closeSync(fd);
  };
  try {
    const scratch = `/proc/self/fd/${hold(`/proc/${holder}/cwd`)}`;
    const views = plan.mounts.map((mount, number) => {
      const fd = hold(`/proc/${holder}/root${mount.path}`);
      const upper = plan.mode === 'contain' ? `${scratch}/${number}/up` : null;
      return { mount, seen: `/proc/self/fd/${fd}`, upper, first: fstatSync(fd, { bigint: true }) };
    });
    writeFileSync(`${scratch}/made`, '');
    const madeAt = lstatSync(`${scratch}/made`, { bigint: true }).mtimeNs;
    const viewOf = (path: string) => views.findLast(({ mount }) => isWithin(path, mount.path)) ?? null;
    return {
      plan,
      views,
      scratch,
      madeAt,
      viewOf,
      viewPath(path) {
        const view = viewOf(path);
        return view === null ? null : `${view.seen}${path.slice(view.mount.path.length)}`;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
