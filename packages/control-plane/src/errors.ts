/**
 * A control plane could not be read or changed. The message is one sentence that names the thing and the remedy.
 * `kind` is `input` when the caller gave something that cannot be, and `failed` when the machine refused.
 */
export class ControlPlaneError extends Error {
  readonly kind: 'input' | 'failed';

  constructor(kind: 'input' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlPlaneError';
    this.kind = kind;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full (ENOSPC); free some space and try again',
  EDQUOT: 'the disk quota is used up (EDQUOT); free some space and try again',
  EACCES: 'permission denied (EACCES); give this user access to it',
  EPERM: 'the system does not permit it (EPERM); check the owner and the kind of file system',
  EROFS: 'the file system is read-only (EROFS)',
  ELOOP: 'its symbolic links lead in a circle (ELOOP)',
  ENOTDIR: 'a part of its path is not a directory (ENOTDIR)',
  EISDIR: 'it is a directory (EISDIR)',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
};

/** The error of an operation that failed: `cannot <doing>: <why>`. An error that already says so is returned as it is. */
export function cannot(doing: string, error: unknown): ControlPlaneError {
  if (error instanceof ControlPlaneError) return error;
  return new ControlPlaneError('failed', `cannot ${doing}: ${reasonOf(error)}`, { cause: error });
}

/** Why something failed, in words for people. */
export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code !== null && code in REASONS) return REASONS[code] as string;
  return error instanceof Error ? error.message : String(error);
}

/** The errno name of a system error, as in `ENOENT`; null for anything else. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
