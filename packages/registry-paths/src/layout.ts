/** Name of the directory that holds a control plane, below a workspace or a checkout. */
export const CONTROL_PLANE_DIR = '.mam';
/** Name of the registry of job records, below a control plane. */
export const REGISTRY_DIR = 'jobs';
/** Name of the audit log, below a control plane. */
export const AUDIT_LOG_DIR = 'delegate_job_logs';
/** Name of the sessions file, below a control plane. */
export const SESSIONS_FILE = 'agent-sessions.yaml';
