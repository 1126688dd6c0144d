import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { findTool } from './find-tool.ts';

/** What containment must know of the machine; a parameter with a default, so that every rule about it is a pure test. */
export interface PlatformFacts {
  platform: NodeJS.Platform;
  /** The kernel's release, as in `6.1.0-18-amd64`. */
  release: string;
  /** Effective user and group; -1 where the platform has none. */
  uid: number;
  gid: number;
  /** The absolute path of a system program, or null. */
  tool(name: string): string | null;
  /** The text of a file below `/proc`, or null when it cannot be read. */
  read(path: string): string | null;
}

/** The facts of this machine and process, read when asked. */
export function readPlatform(): PlatformFacts {
  return {
    platform: process.platform,
    release: release(),
    uid: process.geteuid?.() ?? -1,
    gid: process.getegid?.() ?? -1,
    tool: findTool,
    read: readText,
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
