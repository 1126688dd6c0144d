/*
 * How the scripts of a case wait for each other: by files in `$T`, never by the clock, so that it is the same on a machine
 * that is busy. No wait outlasts its machine.
 */

/** Until another script of the case has made the file of that name in `$T`. */
export const until = (name: string): string =>
  `until [ -e "$T/${name}" ] || [ -e "$T/stop" ] || [ ! -d "$T" ]; do sleep .02; done`;

/** For a live process: does a step again and again until it is asked to end. `$n` counts the steps. */
export const allTheTime = (step: string, pause: string): string => `
  n=0; while [ ! -e "$T/stop" ] && [ -d "$T" ]; do
    n=$((n+1)); seen=; [ ! -e "$T/started" ] || seen=1
    ${step}
    [ -z "$seen" ] || : > "$T/wrote"
    sleep ${pause}
  done`;

/** For the command beside it: until that process has done a whole step since the command began, so since the baseline. */
export const UNTIL_WRITTEN: string = `: > "$T/started"; ${until('wrote')}`;

/**
 * For the command: leaves a daemon, and goes on when it is the program that its finding names. Before that it is a copy of
 * the shell, for as long as the machine takes.
 */
export const LEAVE_DAEMON = `
  ( setsid sleep 60 > /dev/null 2>&1 & echo $! > "$T/daemon" )
  until [ "$(cat "/proc/$(cat "$T/daemon")/comm")" = sleep ] || [ ! -d "$T" ]; do sleep .02; done`;
