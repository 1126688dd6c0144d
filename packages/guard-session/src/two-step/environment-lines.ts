import { commandEnvironment } from '../ambient/command-environment.ts';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { createSandbox } from '../sandbox/create.ts';
import { openMarksFile } from '../session/marks-file.ts';
import type { SessionOptions } from '../session/options.ts';
import { pinnedVariables } from '../session/pinned-variables.ts';
import { planSession } from '../session/plan.ts';
import { sessionForCommand } from '../session/session-for-command.ts';

/**
 * Lines for a POSIX shell that drop the ambient binding and pin a fresh sandbox, for a pipeline that cannot wrap its command:
 * `eval "$(mam env)"`. The sandbox lives until `mam check` ends the session. A variable that no shell can name (exported
 * functions of bash have such) cannot be unset: a comment says so.
 * @throws GuardError for bad options
 */
export function environmentLines(options: SessionOptions = {}): string[] {
  const plan = planSession(options);
  const sandbox = createSandbox({ parents: plan.sandboxParents, live: plan.live, home: options.sandboxHome ?? false });
  const pinned = pinnedVariables(sandbox, options);
  const { path, proof } = sandbox;
  const claim = { path, nonce: proof.nonce, dev: String(proof.dev), ino: String(proof.ino) };
  const env = commandEnvironment({
    ambient: {},
    dropped: [],
    pinned,
    session: sessionForCommand(plan, pinned, claim),
    marksFile: openMarksFile(plan, sandbox),
  });
  const unset = plan.ambient.dropped.filter((name) => !(name in env));
  const own = new Set<string>(Object.values(GUARD_VARIABLES));
  const names = Object.keys(env).sort((a, b) => Number(own.has(a)) - Number(own.has(b)) || (a < b ? -1 : 1));
  return [...unset.map(unsetLine), ...names.map((name) => `export ${name}=${quoted(env[name] ?? '')}`)];
}

function unsetLine(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `unset ${name}`;
  return `# ${JSON.stringify(name)} stays: no shell can unset it`;
}

/** For a shell, to the letter. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}
