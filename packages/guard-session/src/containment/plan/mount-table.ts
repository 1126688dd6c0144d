import { closeSync, readFileSync } from 'node:fs';
import { openPath } from '../platform/open-path.ts';

/** A line of `/proc/self/mountinfo`. */
export interface MountEntry {
  id: number;
  /** Where it is mounted, as a byte string. */
  point: string;
  /** Options of the mount (`nosuid`, `noatime`), without `rw`. */
  flags: string[];
  /** Whether nothing can be written through it. */
  readOnly: boolean;
  /** The file system's type, as in `ext4`. */
  type: string;
}

/** The mounts of this process, in the order in which they were made. Linux only. @throws what the file system says */
export function readMountTable(): MountEntry[] {
  return parseMountTable(readFileSync('/proc/self/mountinfo', 'latin1'));
}

/** The entries of a mount table, read as bytes (`latin1`). */
export function parseMountTable(text: string): MountEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseLine);
}

// "36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/root rw,errors=continue"
function parseLine(line: string): MountEntry {
  const [own = '', filesystem = ''] = line.split(' - ', 2);
  const [id, , , , point = '', options = ''] = own.split(' ');
  const [type = '', , superOptions = ''] = filesystem.split(' ');
  const flags = options.split(',');
  return {
    id: Number(id),
    point: point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    flags: flags.filter((flag) => flag !== 'rw' && flag !== 'ro'),
    readOnly: flags.includes('ro') || superOptions.split(',').includes('ro'),
    type,
  };
}

/** Which mount a path lies on, by its id: right also where mounts lie on top of each other. @throws what the file system says */
export function mountIdOf(path: string): number {
  const fd = openPath(path);
  try {
    const id = readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1').match(/^mnt_id:\s*(\d+)/m)?.[1];
    return Number(id);
  } finally {
    closeSync(fd);
  }
}
