/** The working directory of this process; an error for people when it was removed. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Error('The working directory no longer exists: change to one that does, or pass `cwd`.', { cause });
  }
}
