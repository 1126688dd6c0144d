import { UncertainError } from '../run-program.ts';

/** What herdr says of a pane, as far as it is needed here. */
export interface HerdrPane {
  pane_id: string;
  workspace_id: string;
  terminal_id: string;
}

/** The pane of a `workspace create`. */
export function createdPane(result: Readonly<Record<string, unknown>>): HerdrPane {
  if (isPane(result.root_pane)) return result.root_pane;
  throw new UncertainError('herdr workspace create answered without its root pane');
}

/** The panes of a `pane list`. */
export function listedPanes(result: Readonly<Record<string, unknown>>): HerdrPane[] {
  return Array.isArray(result.panes) ? result.panes.filter(isPane) : [];
}

/** The labels of a `workspace list`, by workspace id. */
export function workspaceLabels(result: Readonly<Record<string, unknown>>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const workspace of Array.isArray(result.workspaces) ? result.workspaces : []) {
    const { workspace_id: id, label } = Object(workspace) as Record<string, unknown>;
    if (typeof id === 'string' && typeof label === 'string') labels.set(id, label);
  }
  return labels;
}

/** Whether the shell of a pane is at its prompt, from a `pane process-info`. */
export function isShellReady(result: Readonly<Record<string, unknown>>): boolean {
  const info = Object(result.process_info) as Record<string, unknown>;
  const shell = info.shell_pid;
  if (typeof shell !== 'number') return false;
  if (info.foreground_process_group_id === shell) return true;
  const foreground = Array.isArray(info.foreground_processes) ? info.foreground_processes : [];
  return foreground.some((found) => (Object(found) as Record<string, unknown>).pid === shell);
}

function isPane(value: unknown): value is HerdrPane {
  const { pane_id, workspace_id, terminal_id } = Object(value) as Record<string, unknown>;
  return typeof pane_id === 'string' && typeof workspace_id === 'string' && typeof terminal_id === 'string';
}
