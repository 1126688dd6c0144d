import * as v from 'valibot';
import { PRESET_NAMES } from '../../presets/names.ts';
import type { ConfigText } from './config-text.ts';
import { mapOnly } from './map-only.ts';
import { suggestion } from './nearest.ts';

// The message of a rule says what is expected, and follows "expected". `schema/mam-config.schema.json` is made from this.

const MODES = ['observe', 'contain', 'read-only'] as const;
/** The longest time that a timer of Node holds. */
const LONGEST = 2 ** 31 - 1;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const text = (what: string) => v.pipe(v.string(what), v.regex(/^[^\0]+$/, what));
const aPath = text('a path, as in ~/.agent');
const listOf = <T extends v.GenericSchema>(item: T, what: string) => v.array(item, `a list of ${what}`);
const paths = listOf(aPath, 'paths, as in [~/.agent]');
const flag = v.boolean('true or false');
const milliseconds = (() => {
  const what = 'a whole number of milliseconds, as in 1000';
  return v.pipe(v.number(what), v.integer(what), v.minValue(0, what), v.maxValue(LONGEST, what));
})();

const watchCommand = (() => {
  const name = 'a name without "=" and white space for each command';
  const command = 'a command for each name';
  const pair = 'a name and a command, as in crontab=crontab -l';
  return v.union(
    [
      mapOnly(
        v.record(
          v.pipe(v.string(), v.regex(/^[^=\s\0]+$/, name)),
          v.pipe(v.string(command), v.regex(/^[^\0]*\S[^\0]*$/, command)),
        ),
      ),
      v.array(v.pipe(v.string(pair), v.regex(/^[^=\s\0]+=[^\0]*\S[^\0]*$/, pair))),
    ],
    'a map of names and commands, as in { crontab: crontab -l }',
  );
})();

const acceptEntry = mapOnly(
  v.strictObject(
    {
      path: v.pipe(
        aPath,
        v.description('The path of a finding as the report has it; "*" and "?" within a name, "**" across names.'),
      ),
      reason: v.pipe(
        v.string('a reason, as a text'),
        v.regex(/\S/, 'a reason that is not blank'),
        v.description('Why it is put up with.'),
      ),
      until: v.pipe(
        v.string('a day, as in 2026-12-31'),
        v.regex(DAY, 'a day, as in 2026-12-31'),
        v.check(isRealDay, 'a day that exists, as in 2026-12-31'),
        v.description('The last day on which it counts; after it, the finding is a leak again.'),
      ),
    },
    'a path, a reason and an end date, as in { path: ~/.agent/log, reason: known, until: 2026-12-31 }',
  ),
);

const variables = listOf(
  v.pipe(
    v.string("a variable's name, or PREFIX_*"),
    v.regex(/^[A-Za-z_][A-Za-z0-9_]*\*?$/, "a variable's name, or PREFIX_*"),
  ),
  'variables, as in [AGENT_HOME, AGENT_*]',
);

const option = <T extends v.GenericSchema>(schema: T, description: string) =>
  v.exactOptional(v.pipe(schema, v.description(description)));

const entries = {
  use: option(
    listOf(
      v.picklist(PRESET_NAMES, ({ input }) => unknown('preset', input, PRESET_NAMES)),
      'presets, as in [mam, tmux]',
    ),
    'Presets: the paths and variables of known control planes.',
  ),
  watch: option(paths, 'Files and directory trees to watch.'),
  'watch-command': option(watchCommand, 'Commands whose output is watched, a line an entry; each by its name.'),
  'watch-tmux': option(
    listOf(text('a socket path, or default'), 'sockets, as in [default]'),
    'tmux servers whose sessions are watched: socket paths, or "default".',
  ),
  'watch-processes': option(flag, 'Report processes of the run that outlive it.'),
  ignore: option(
    listOf(text('a pattern in gitignore syntax'), 'patterns, as in ["*.log"]'),
    'Patterns in gitignore syntax, for every watched tree.',
  ),
  'drop-env': option(variables, 'More ambient variables to drop: names, or prefixes with a star at their end.'),
  'keep-env': option(variables, 'Ambient variables to keep: names, or prefixes with a star at their end.'),
  pin: option(flag, 'Pin the binding to a fresh sandbox; default true.'),
  mode: option(
    v.picklist(MODES, ({ input }) => unknown('mode', input, MODES)),
    'How the run is kept from live state; default observe.',
  ),
  'learn-idle': option(
    milliseconds,
    'First learn for so many milliseconds what changes while nothing runs; such changes are excused. Default 0.',
  ),
  settle: option(
    milliseconds,
    'How long to wait for processes that outlive the command, in milliseconds; default 1000.',
  ),
  'sandbox-home': option(flag, 'Give the command a fresh home family (HOME, XDG_*, TMPDIR, ...).'),
  repo: option(aPath, 'The checkout whose .mam is always watched; default: the nearest .git upwards.'),
  json: option(aPath, 'Write the report as JSON to this file.'),
  junit: option(aPath, 'Write the report as JUnit XML to this file.'),
  html: option(aPath, 'Write the report as HTML to this file.'),
  github: option(flag, 'Write GitHub workflow commands to stderr.'),
  print0: option(aPath, 'Write the leaked paths to this file, NUL between them.'),
  strict: option(flag, 'Suspects fail too.'),
  accept: option(
    listOf(acceptEntry, 'entries, each with path, reason and until'),
    'Findings that are known and excused until a day.',
  ),
} satisfies Record<keyof ConfigText, v.GenericSchema>;

/** What `mam.config.yaml` holds: the options of `mam run`, and `use` and `accept`. */
export const ConfigSchema: v.GenericSchema<ConfigText> = mapOnly(
  v.strictObject(entries, 'a map of options, as in "watch: [~/.agent]"'),
);

/** Every key that a configuration can have. */
export const CONFIG_KEYS: readonly string[] = Object.keys(entries);
/** Every key of an entry of `accept`. */
export const ACCEPT_KEYS: readonly string[] = Object.keys(acceptEntry.entries);
/** Those that are true or false. */
export const FLAG_KEYS: readonly string[] = ['watch-processes', 'pin', 'sandbox-home', 'github', 'strict'];

function unknown(kind: string, input: unknown, valid: readonly string[]): string {
  return typeof input === 'string'
    ? `unknown ${kind} ${JSON.stringify(input)}; ${suggestion(input, valid)}`
    : `a ${kind}, one of ${valid.join(', ')}`;
}

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
