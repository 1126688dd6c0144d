import { spawnSync } from 'node:child_process';

/** Why there is nothing to compare with, or null when python3 runs here. */
export const NO_PYTHON: string | null =
  spawnSync('python3', ['-c', '']).status === 0 ? null : 'python3 is not on the PATH';

/** What python3 answers for each argument: `expression` sees it as `a`, and gives a string. */
export function askPython(
  expression: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): string[] {
  const script = `import json, os, sys\nprint(json.dumps([${expression} for a in json.loads(sys.argv[1])]))`;
  const result = spawnSync('python3', ['-c', script, JSON.stringify(args)], { ...options, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`python3 failed: ${result.stderr}`);
  return JSON.parse(result.stdout) as string[];
}
