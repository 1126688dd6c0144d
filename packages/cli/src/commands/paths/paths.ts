import { type ControlPlane, type ResolvedPath, resolveControlPlane } from '@mam/registry-paths';
import { printable } from '../../output/printable.ts';
import { workingDirectory } from '../../working-directory.ts';

/** Options of `mam paths`, as parsed. */
export interface PathsOptions {
  registryDir?: string;
  logsDir?: string;
  sessionsFile?: string;
  json?: boolean;
}

const TITLES: readonly [keyof ControlPlane, string][] = [
  ['registry', 'registry'],
  ['auditLog', 'audit log'],
  ['sessionsFile', 'sessions file'],
];

/** `mam paths`: the control plane of this environment and working directory, on stdout. */
export function paths(options: PathsOptions): void {
  const plane = resolveControlPlane({
    cwd: workingDirectory(),
    flags: { registry: options.registryDir, auditLog: options.logsDir, sessionsFile: options.sessionsFile },
  });
  const text = options.json
    ? JSON.stringify(plane, null, 2)
    : TITLES.map(([key, title]) => describe(title, plane[key])).join('\n');
  process.stdout.write(`${text}\n`);
}

function describe(title: string, { path, source, passedOver }: ResolvedPath): string {
  const lines = [`${title.padEnd(14)} ${printable(path)}`, `${' '.repeat(15)}from ${phrase(source)}`];
  for (const { source: earlier, value, reason } of passedOver) {
    lines.push(`${' '.repeat(15)}passed over ${earlier}=${JSON.stringify(value)}: ${reason}`);
  }
  return lines.join('\n');
}

function phrase(source: ResolvedPath['source']): string {
  if (source === 'cwd') return 'the working directory';
  return source === 'flag' || source === 'registry flag' ? `the ${source}` : source;
}
