/** What the vectors hold to the seed, and no more of the package. */
export { findLeaks } from '../src/find-leaks.ts';
export { takeSnapshot } from '../src/look/snapshot.ts';
export { stateDirs } from '../src/roots/state-dirs.ts';
export { watchRoots } from '../src/roots/watch-roots.ts';
export { sessionNames } from '../src/sessions/session-names.ts';
