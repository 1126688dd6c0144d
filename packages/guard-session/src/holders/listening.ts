import { readFileSync } from 'node:fs';

/** State of a listening socket in `/proc/net/tcp`. */
const TCP_LISTEN = '0A';
/** Flag of a listening socket in `/proc/net/unix`: it accepts connections. */
const UNIX_ACCEPTS = 0x10000;

/** Inodes of the sockets on this machine that wait for connections. */
export function listeningSockets(): ReadonlySet<string> {
  const inodes = new Set<string>();
  for (const fields of rows('/proc/net/unix')) {
    if ((Number.parseInt(fields[3] ?? '', 16) & UNIX_ACCEPTS) !== 0) inodes.add(fields[6] ?? '');
  }
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const fields of rows(table)) if (fields[3] === TCP_LISTEN) inodes.add(fields[9] ?? '');
  }
  return inodes;
}

function rows(table: string): string[][] {
  try {
    const lines = readFileSync(table, 'latin1').split('\n').slice(1);
    return lines.map((line) => line.trim().split(/\s+/));
  } catch {
    return [];
  }
}
