import { resolve } from 'node:path';
import { type ExpandContext, expand } from './expand.ts';

export interface PathContext extends ExpandContext {
  /** The directory of the configuration: relative paths are resolved against it. */
  directory: string;
}

/** Findings that are no files have names of these forms. */
const NO_FILE = /^(?:command|tmux|process):/;

/** An absolute path. @throws ExpandError */
export function resolvePath(text: string, context: PathContext): string {
  return resolve(context.directory, expand(text, context));
}

/** The socket of a tmux server; `default` stands for what it means. @throws ExpandError */
export function resolveSocket(text: string, context: PathContext): string {
  return text === 'default' ? text : resolvePath(text, context);
}

/** The path of a finding, its wildcards kept; `command:`, `tmux:` and `process:` begin what is no path. @throws ExpandError */
export function resolveAcceptPath(text: string, context: PathContext): string {
  return NO_FILE.test(text) ? text : resolvePath(text, context);
}

/** The text that `resolveAcceptPath` turns into the path of a finding: without home and directory where it lies in them. */
export function writeAcceptPath(path: string, { directory, home }: Pick<PathContext, 'directory' | 'home'>): string {
  if (NO_FILE.test(path)) return path;
  const literal = (text: string) => text.replaceAll('$', '$$$$');
  const inside = (parent: string) => parent !== '/' && path.startsWith(`${parent}/`);
  if (inside(directory)) {
    const relative = literal(path.slice(directory.length + 1));
    return relative.startsWith('~') || NO_FILE.test(relative) ? `./${relative}` : relative;
  }
  return inside(home) ? `~${literal(path.slice(home.length))}` : literal(path);
}
