import { isAbsolute, join, resolve } from 'node:path';
import type { PresetContext } from './preset.ts';

/** What a tool does with a variable that is set but empty: it does not count, is the working directory, or names nothing. */
export type EmptyRule = 'unset' | 'cwd' | 'nothing';

const EFFECTS: Readonly<Record<EmptyRule, string>> = {
  unset: 'takes it as not set',
  cwd: 'then works in the directory that it is started in',
  nothing: 'then has no path at all',
};

export interface OverrideRule {
  /** The tool, for notes. */
  tool: string;
  empty?: EmptyRule;
  /** White space around the value does not count. */
  trim?: boolean;
}

/** A variable that moves a tool's state. */
export interface Override {
  /** Absolute path, or null when the default applies. */
  path: string | null;
  notes: string[];
}

/** Reads a variable as its tool does. Notes say when the result depends on the working directory, or the value is empty. */
export function readOverride(context: PresetContext, name: string, rule: OverrideRule): Override {
  const { tool, empty = 'unset', trim = false } = rule;
  const given = context.env[name];
  if (given === undefined) return { path: null, notes: [] };
  const value = trim ? given.trim() : given;
  if (value === '') {
    const notes = [`${name} is set but empty, and ${tool} ${EFFECTS[empty]}; unset it, or give an absolute path.`];
    return { path: empty === 'cwd' ? context.cwd : null, notes };
  }
  if (isAbsolute(value)) return { path: resolve(value), notes: [] };
  const notes = [
    `${name} is a relative path, so ${tool} finds other state from every working directory; give an absolute path.`,
  ];
  return { path: resolve(context.cwd, value), notes };
}

/** Where a base directory of the XDG rules is: its variable, or the default below the home directory. */
export function xdgDirectory(
  context: PresetContext,
  name: keyof typeof XDG_DEFAULTS,
  rule: OverrideRule,
): { path: string; notes: string[] } {
  const { path, notes } = readOverride(context, name, rule);
  return { path: path ?? join(context.home, XDG_DEFAULTS[name]), notes };
}

const XDG_DEFAULTS = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
} as const;
