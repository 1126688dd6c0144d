/** The variables that bind a process to a control plane, in the order in which the guard records them. */
export const BINDING_VARIABLES = [
  'WORKSPACE_ROOT',
  'AGENT_SESSIONS_YAML',
  'MAM_JOBS_DIR',
  'DELEGATE_JOB_LOGS_DIR',
] as const;

export type BindingVariable = (typeof BINDING_VARIABLES)[number];

/** A binding as found in an environment: only the variables that are set, empty ones included. */
export type Binding = Partial<Record<BindingVariable, string>>;

/** An environment, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The binding that an environment carries. */
export function readBinding(env: Environment = process.env): Binding {
  const binding: Binding = {};
  for (const name of BINDING_VARIABLES) {
    const value = env[name];
    if (value !== undefined) binding[name] = value;
  }
  return binding;
}
