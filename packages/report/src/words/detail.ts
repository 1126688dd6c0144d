import type { ChangeDetail, ChangeKind, Finding } from '@mam/state-guard';
import { count } from './count.ts';
import { printable, quoted } from './printable.ts';

const WENT: Record<ChangeKind, string> = { added: 'came with it', removed: 'went with it', modified: 'in it' };

/** The name of every fact that the model knows. */
type KnownFact = keyof { [Key in keyof ChangeDetail as string extends Key ? never : Key]: true };

type Wording = (detail: ChangeDetail, change: ChangeKind) => string | null | undefined;

/** The wording of each fact, in reading order; null where another one tells it. */
const WORDING: Record<KnownFact, Wording> = {
  type: ({ type }) => type && `type ${type.before} -> ${type.after}`,
  replaced: ({ replaced }) => (replaced ? 'replaced by another' : null),
  appendedLines: ({ appendedLines: lines, appendedBytes: bytes }) =>
    lines === undefined
      ? null
      : `${count(lines, 'line')} appended${bytes === undefined ? '' : ` (${count(bytes, 'byte')})`}`,
  appendedBytes: ({ appendedLines: lines, appendedBytes: bytes }) =>
    lines === undefined && bytes !== undefined ? `${count(bytes, 'byte')} appended` : null,
  sameBytes: ({ sameBytes }) => (sameBytes ? 'same bytes rewritten' : null),
  differs: (detail) => differing(detail).join(', '),
  contentUnknown: ({ contentUnknown: why }) => why && `content not known: ${printable(why)}`,
  size: (detail) => (detail.size && !isAppended(detail) ? `size ${fromTo(detail.size)}` : null),
  target: ({ target }) => target && `link target ${fromTo(target)}`,
  owner: ({ owner }) => owner && `owner ${fromTo(owner)}`,
  mode: ({ mode }) => mode && `mode ${fromTo(mode)}`,
  entries: ({ entries }, change) =>
    entries === undefined ? null : `${count(entries, 'entry', 'entries')} ${WENT[change]}`,
  emptied: ({ emptied }) => (emptied ? 'every entry went; the root itself is a mount point and stayed' : null),
  liveMoved: ({ liveMoved }) => (liveMoved ? 'the live one changed meanwhile too' : null),
  pid: ({ pid }) => (pid === undefined ? null : `pid ${pid}`),
  ageMs: ({ ageMs }) => (ageMs === undefined ? null : `${(ageMs / 1000).toFixed(1)} s old`),
  parentChangedAt: ({ parentChangedAt: at }) => at && `its directory last changed at ${printable(at)}`,
  pathBase64: ({ pathBase64 }) => pathBase64 && `path in base64 ${printable(pathBase64)}`,
};

/** What may differ: its wording, and whether another fact of the detail tells it better. */
const DIFFERS: Readonly<Record<string, [word: string, told: (detail: ChangeDetail) => boolean]>> = {
  content: ['content changed', (detail) => isAppended(detail) || detail.sameBytes === true],
  size: ['size changed', (detail) => isAppended(detail) || detail.size !== undefined],
  stamps: ['stamps changed', (detail) => detail.contentUnknown !== undefined],
  target: ['link target changed', (detail) => detail.target !== undefined],
  owner: ['owner changed', (detail) => detail.owner !== undefined],
  mode: ['mode changed', (detail) => detail.mode !== undefined],
  type: ['type changed', (detail) => detail.type !== undefined],
};

/** The facts of a finding's detail in words, as in `1 line appended (29 bytes)` and `mode 0600 -> 0644`; a fact that only a probe knows by its name. */
export function detailWords({ change, detail }: Finding): string[] {
  const known = Object.values(WORDING).map((wording) => wording(detail, change) || null);
  const others = Object.entries(detail)
    .filter(([key, value]) => !Object.hasOwn(WORDING, key) && value !== undefined)
    .map(([key, value]) => `${printable(key)} ${typeof value === 'string' ? quoted(value) : json(value)}`);
  return [...known, ...others].filter((words) => words !== null);
}

function differing(detail: ChangeDetail): string[] {
  const words: string[] = [];
  for (const what of detail.differs ?? []) {
    const [word, told] = (Object.hasOwn(DIFFERS, what) && DIFFERS[what]) || [`${printable(what)} changed`, () => false];
    if (!told(detail)) words.push(word);
  }
  return words;
}

function isAppended({ appendedLines, appendedBytes }: ChangeDetail): boolean {
  return appendedLines !== undefined || appendedBytes !== undefined;
}

function fromTo({ before, after }: { before: string | number; after: string | number }): string {
  return `${printable(String(before))} -> ${printable(String(after))}`;
}

function json(value: unknown): string {
  return printable(JSON.stringify(value) ?? String(value));
}
