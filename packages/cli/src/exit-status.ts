/** The program's own exit statuses; a guarded command's status goes before them. */
export const EXIT = { ok: 0, usage: 2, leaks: 3, incomplete: 4 } as const;
