import { existsSync, readFileSync } from 'node:fs';

/** Whether a process is there and has not ended. A zombie has, where the system tells (Linux). */
export function isAlive(pid: number): boolean {
  try {
    if (existsSync('/proc/self/status')) return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
