import type { ContainMode } from '../mode.ts';

/*
 * What the holder runs. No path of the user's stands in a script, an option or an argument: the guard makes numbered
 * directories in the scratch layer, with a link `r` to the real path in each, and the script counts. So no name needs to
 * be escaped, whatever its bytes are.
 *
 *   <n>/r     link to the directory to mount over        k<n>/r  link to what stays real
 *   <n>/up    what the run writes (contain)              k<n>/m  where that is kept while the overlays are mounted
 *   <n>/work  the overlay's own
 *   <n>/l     where a file system below a contained directory is kept while the overlays are mounted
 *   <n>/o     mount flags, one line
 *
 * The lines on stdout are the protocol: "scratch", then "at <n>" before each mount, then "ready". The holder waits for a
 * line after "scratch", and after "ready" for the end of its input, which comes with the guard's end, whatever that is.
 */

const BEGIN = `
set -e
"$MOUNT" -n -t tmpfs -o "size=$SIZE,mode=0700" mam-scratch "$SCRATCH"
cd "$SCRATCH"
echo scratch
read -r go
n=0
while [ "$n" -lt "$KEPT" ]; do
  "$MOUNT" -n --rbind "k$n/r" "k$n/m"
  n=$((n + 1))
done
`;

const END = `
n=0
while [ "$n" -lt "$KEPT" ]; do
  "$MOUNT" -n --rbind "k$n/m" "k$n/r"
  n=$((n + 1))
done
"$UMOUNT" -n -l "$SCRATCH"
echo ready
read -r end || :
`;

// The root of what the run sees has the times of the upper directory, and a suite may compare them with those that it knows.
const OVERLAYS = `
n=0
while [ "$n" -lt "$MOUNTS" ]; do
  echo "at $n"
  [ ! -d "$n/l" ] || "$MOUNT" -n --bind "$n/r" "$n/l"
  n=$((n + 1))
done
n=0
while [ "$n" -lt "$MOUNTS" ]; do
  echo "at $n"
  read -r flags < "$n/o"
  lower="$n/r"
  [ ! -d "$n/l" ] || lower="$n/l"
  touch -r "$lower" "$n/up" || :
  "$MOUNT" -n -t overlay -o "\${flags}lowerdir=$lower,upperdir=$n/up,workdir=$n/work,$OVERLAY" mam-overlay "$n/r"
  n=$((n + 1))
done
`;

const BINDS = `
n=0
while [ "$n" -lt "$MOUNTS" ]; do
  echo "at $n"
  [ -d "$n/l" ] || "$MOUNT" -n --rbind "$n/r" "$n/r"
  n=$((n + 1))
done
n=0
while [ "$n" -lt "$MOUNTS" ]; do
  echo "at $n"
  read -r flags < "$n/o"
  "$MOUNT" -n -o "\${flags}remount,bind,ro" "$n/r"
  n=$((n + 1))
done
`;

/** The holder's script for a mode. */
export function setUpScript(mode: ContainMode): string {
  return `${BEGIN}${mode === 'contain' ? OVERLAYS : BINDS}${END}`;
}

/**
 * A script that tries out all that a mode needs, on directories inside the scratch layer, and then waits as a holder
 * does. The lines on stdout name the step that was done.
 */
export function trialScript(mode: ContainMode): string {
  return `${TRIAL}${mode === 'contain' ? TRIAL_OVERLAY : TRIAL_BIND}
echo ready
read -r end || :
`;
}

const TRIAL = `
set -e
echo namespace
"$MOUNT" -n -t tmpfs -o "size=$SIZE,mode=0700" mam-scratch "$SCRATCH"
cd "$SCRATCH"
echo scratch
`;

// A directory that is removed and made again needs an attribute on the upper layer, which not every tmpfs keeps.
const TRIAL_OVERLAY = `
mkdir l l/d u w v
"$MOUNT" -n -t overlay -o "lowerdir=l,upperdir=u,workdir=w,$OVERLAY" mam-overlay v
echo mounted
rmdir v/d
mkdir v/d
`;

const TRIAL_BIND = `
mkdir l
"$MOUNT" -n --rbind l l
"$MOUNT" -n -o remount,bind,ro l
echo mounted
`;
