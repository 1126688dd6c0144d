import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import { commandEnvironment, pinnedBinding } from '../ambient/command-environment.ts';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { createSandbox } from '../sandbox/create.ts';
import type { SessionOptions } from '../session/options.ts';
import { pinnedVariables } from '../session/pinned-variables.ts';
import { absolute, planSession } from '../session/plan.ts';

/**
 * Lines for a POSIX shell that drop the ambient binding and pin a fresh sandbox, for a pipeline that cannot wrap its command:
 * `eval "$(mam env)"`. The sandbox lives until `mam check` ends the session.
 * @throws GuardError for bad options
 */
export function environmentLines(options: SessionOptions = {}): string[] {
  const plan = planSession(options);
  const sandbox = createSandbox({ parents: plan.sandboxParents, live: plan.live, home: options.sandboxHome ?? false });
  const pinned = pinnedVariables(sandbox, options);
  const marksFile = join(sandbox.path, 'marks.jsonl');
  closeSync(openSync(marksFile, 'a', 0o600));
  const { path, proof } = sandbox;
  const env = commandEnvironment({
    ambient: {},
    dropped: [],
    pinned,
    session: {
      ids: [...(plan.outer?.ids ?? []), plan.id],
      recorded: absolute(plan.ambient.recorded, plan.cwd),
      pinned: pinnedBinding(pinned, BINDING_VARIABLES),
      roots: plan.roots,
      sandbox: { path, nonce: proof.nonce, dev: String(proof.dev), ino: String(proof.ino) },
    },
    marksFile,
  });
  const unset = plan.ambient.dropped.filter((name) => !(name in env));
  const own = new Set<string>(Object.values(GUARD_VARIABLES));
  const names = Object.keys(env).sort((a, b) => Number(own.has(a)) - Number(own.has(b)) || (a < b ? -1 : 1));
  return [...unset.map((name) => `unset ${name}`), ...names.map((name) => `export ${name}=${quoted(env[name] ?? '')}`)];
}

/** For a shell, to the letter. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}
