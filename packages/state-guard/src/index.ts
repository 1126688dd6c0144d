export { attribute, type TestWindow } from './attribution/attribute.ts';
export { compareBytes, entryPath, fromText, toBytes, toText } from './bytes/bytes.ts';
export { type DisplayPath, displayPath, pathBytes } from './bytes/display-path.ts';
export { quoteText } from './bytes/quote.ts';
export { diffNames, type NameDiff } from './compare/diff-names.ts';
export { findLeaks } from './find-leaks.ts';
export { asRegistry } from './join/as-registry.ts';
export { joinRegistry } from './join/join-registry.ts';
export type { RegistryPlaces } from './join/place-of.ts';
export { readJobFacts } from './join/read-job-facts.ts';
export type { Accepted, Evidence, Holder } from './judge/evidence.ts';
export { globMatcher } from './judge/glob.ts';
export { type Judged, judge } from './judge/judge.ts';
export { type DirectoryLook, lookAtDirectory, type NameFilter } from './look/directory-look.ts';
export type { SessionsLook } from './look/sessions-look.ts';
export { type Snapshot, takeSnapshot } from './look/snapshot.ts';
export type { Stamp } from './look/stamp.ts';
export { describeLeaks, type Leak } from './message/describe-leaks.ts';
export type * from './model.ts';
export { type ObserveOptions, observeRegistry, type RegistryObservations } from './observe/observe-registry.ts';
export type { RecordedOptions } from './roots/recorded-path.ts';
export { sessionsFiles } from './roots/sessions-files.ts';
export { type StateDirs, stateDirs } from './roots/state-dirs.ts';
export { watchRoots } from './roots/watch-roots.ts';
export { likelyRoute, type RoutedFinding, type RouteOptions } from './route/likely-route.ts';
export { bareSession } from './sessions/bare-session.ts';
export { sessionNames } from './sessions/session-names.ts';
export { compareEntries, type EntryComparison } from './tree/compare-entries.ts';
export { compareFiles } from './tree/compare-files.ts';
export { compareLooks, type TreeComparison } from './tree/compare-looks.ts';
export { compareTree } from './tree/compare-tree.ts';
export type { ContentOutcome } from './tree/content.ts';
export { decodeTreeLook } from './tree/decode-look.ts';
export { encodeTreeLook, treeLookChunks } from './tree/encode-look.ts';
export {
  entryKind,
  entryOf,
  errorCode,
  fsPath,
  isDirectory,
  readEntry,
  type TreeEntry,
} from './tree/entry.ts';
export { type IgnoreRules, ignoreRules } from './tree/ignore-rules.ts';
export { compareLinks, lookLinks } from './tree/links.ts';
export type { TreeLook } from './tree/look.ts';
export { lookAgain, lookTree } from './tree/look-tree.ts';
export { type EntryPair, isoTime, observation, observeEntry, type PairContext } from './tree/observe-entry.ts';
export type { CompareOptions, ContentBudget, LookOptions } from './tree/options.ts';
export { type PlannedTree, planTrees, type TreePlan, type TreeWatch } from './tree/plan-trees.ts';
export type { Spelling } from './tree/root.ts';
