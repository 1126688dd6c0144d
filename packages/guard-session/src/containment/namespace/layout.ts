import { chmodSync, chownSync, closeSync, mkdirSync, openSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { fsPath } from '@mam/state-guard';
import type { ContainmentPlan, PlannedMount } from '../plan/plan.ts';

/** Flags of a mount that mean the same on an overlay. */
const OVERLAY_FLAGS = new Set(['nosuid', 'nodev', 'noexec', 'nosymfollow']);

/**
 * Makes the numbered directories that the holder's script counts through.
 * @param scratch a path of the scratch layer, as the guard reaches it
 */
export function layOut(plan: ContainmentPlan, scratch: string): void {
  plan.mounts.forEach((mount, number) => {
    const place = `${scratch}/${number}`;
    mkdirSync(place);
    symlinkSync(fsPath(mount.path), `${place}/r`);
    if (mount.submount) mkdirSync(`${place}/l`);
    if (plan.mode === 'contain') layOutOverlay(plan, mount, place);
    else writeFileSync(`${place}/o`, `${mount.flags.map((flag) => `${flag},`).join('')}\n`);
  });
  plan.keptReal.forEach((path, number) => {
    const place = `${scratch}/k${number}`;
    mkdirSync(place);
    symlinkSync(fsPath(path), `${place}/r`);
    if (statSync(fsPath(path)).isDirectory()) mkdirSync(`${place}/m`);
    else closeSync(openSync(`${place}/m`, 'w'));
  });
}

function layOutOverlay({ how }: ContainmentPlan, mount: PlannedMount, place: string): void {
  mkdirSync(`${place}/work`);
  const upper = `${place}/up`;
  mkdirSync(upper);
  // The root of what the run sees has the owner and the mode of the upper directory, not of the real one.
  const { uid, gid, mode } = statSync(fsPath(mount.path));
  if (how === 'root') chownSync(upper, uid, gid);
  chmodSync(upper, mode & 0o7777);
  const flags = mount.flags.filter((flag) => OVERLAY_FLAGS.has(flag));
  if (mount.readOnly) flags.push('ro');
  writeFileSync(`${place}/o`, `${flags.map((flag) => `${flag},`).join('')}\n`);
}
