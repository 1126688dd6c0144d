import type { WatchedCommand } from '@mam/guard-session';
import { InvalidArgumentError } from 'commander';

/** For an option that may be given more than once. */
export function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

/** The longest time that a timer of Node counts. */
const LONGEST = 2 ** 31 - 1;

/** A whole number of milliseconds. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > LONGEST) {
    throw new InvalidArgumentError('Give a whole number of milliseconds, as in 1000.');
  }
  return value;
}

/** `name=command`. */
export function watchedCommand(text: string, previous: WatchedCommand[]): WatchedCommand[] {
  const [, name, command] = /^([^=\s]+)=(.*\S.*)$/s.exec(text) ?? [];
  if (name === undefined || command === undefined) {
    throw new InvalidArgumentError('Give a name and a command, as in crontab="crontab -l".');
  }
  if (previous.some((watched) => watched.name === name)) {
    throw new InvalidArgumentError(`The name ${JSON.stringify(name)} is given twice; findings are told apart by it.`);
  }
  return [...previous, { name, command }];
}

/** A whole number of things, at least one. */
export function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give a whole number of at least 1.');
  }
  return value;
}
