// The product under test: where it keeps its jobs, and how it registers one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function registry(env = process.env) {
  return env.MAM_JOBS_DIR || join(env.WORKSPACE_ROOT || '.', '.mam', 'jobs');
}

export function register(id, job, env = process.env) {
  const dir = registry(env);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `${id}.json`), JSON.stringify(job));
}

if (process.argv[2] === 'register') register(process.argv[3], JSON.parse(process.argv[4]));
