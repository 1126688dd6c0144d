import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError } from '../../errors.ts';
import { type ProgramResult, runProgram, UncertainError } from '../run-program.ts';

/** Variables that lead `herdr` to a server, or tell it in which pane it is. The flag `--session` is to decide alone. */
const ROUTING = [
  'HERDR_SOCKET_PATH',
  'HERDR_CLIENT_SOCKET_PATH',
  'HERDR_SESSION',
  'HERDR_ENV',
  'HERDR_WORKSPACE_ID',
  'HERDR_TAB_ID',
  'HERDR_PANE_ID',
  'HERDR_STARTUP_CWD',
];

/** An error that herdr answered with. */
export class HerdrError extends ControlPlaneError {
  /** As in `pane_not_found`; `usage` for a command line that this herdr does not know. */
  readonly code: string;

  constructor(code: string, message: string) {
    super('failed', message);
    this.name = 'HerdrError';
    this.code = code;
  }
}

export interface HerdrServer {
  /** The herdr session, which is a whole server; `default` for the unnamed one. */
  session: string;
  env: Environment;
  timeoutMs: number;
}

/**
 * Calls one command of herdr on one server, which the flag names: the variables that a pane inherits would win over any
 * other way. Returns the `result` of the answer, an empty one for commands that print nothing.
 */
export async function callHerdr(
  server: HerdrServer,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const env = Object.fromEntries(Object.entries(server.env).filter(([name]) => !ROUTING.includes(name)));
  const { session, timeoutMs } = server;
  const answer = await runProgram('herdr', ['--session', session, ...args], { env, timeoutMs, signal });
  if (answer.status !== 0) throw failure(session, args, answer);
  if (answer.stdout === '') return {};
  const result = parseObject(answer.stdout)?.result;
  if (typeof result === 'object' && result !== null) return result as Record<string, unknown>;
  throw new UncertainError(`herdr ${args.slice(0, 2).join(' ')} answered in a form that is not known`);
}

function failure(session: string, args: readonly string[], answer: ProgramResult): ControlPlaneError {
  const called = `herdr --session ${session} ${args.slice(0, 2).join(' ')}`;
  const error = parseObject(answer.stderr)?.error as { code?: unknown; message?: unknown } | undefined;
  if (typeof error?.code === 'string') {
    return new HerdrError(error.code, `${called}: ${error.message ?? ''} (${error.code})${remedy(error.code)}`);
  }
  const said = answer.stderr.trim().split('\n')[0] || `exit status ${answer.status}`;
  if (answer.status === 2) {
    return new HerdrError('usage', `${called}: ${said}: this herdr does not know the command, use 0.7 or newer`);
  }
  return new ControlPlaneError('failed', `${called}: ${said}`);
}

function remedy(code: string): string {
  if (code === 'protocol_mismatch') return ': restart the herdr server, so that it and the program are of one version';
  return '';
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
