import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from 'yaml';

/** A mistake that the structure of a document shows, at an offset in its text. */
interface TreeMistake {
  offset: number;
  message: string;
}

/** The nodes of a document as a reader needs them. */
export interface YamlTree {
  mistakes: TreeMistake[];
  /** What each alias stands for. */
  targets: ReadonlyMap<Alias, Node>;
}

/** Walks a document once: finds keys that stand twice, aliases that lead nowhere or into themselves, and what each means. */
export function walkTree(document: Document, lineOf: (offset: number) => number): YamlTree {
  const mistakes: TreeMistake[] = [];
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  visit(document, {
    Node(_key, node, path) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        if (isMap(node)) mistakes.push(...repeatedKeys(node.items, lineOf));
        return;
      }
      const target = anchors.get(node.source);
      const name = JSON.stringify(`*${node.source}`);
      if (target === undefined) {
        mistakes.push({ offset: offsetOf(node), message: `the alias ${name} names no anchor that stands before it` });
      } else if (path.includes(target)) {
        mistakes.push({ offset: offsetOf(node), message: `the alias ${name} stands inside what it names` });
      } else targets.set(node, target);
    },
  });
  return { mistakes, targets };
}

/** Where the value at a path stands, or its key; where there is none, the nearest one around it. */
export function offsetAt(
  document: Document,
  { targets }: YamlTree,
  path: readonly (string | number)[],
  which: 'key' | 'value',
): number {
  let node: unknown = document.contents;
  let offset = offsetOf(node);
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = targets.get(node);
    const isLast = index === path.length - 1;
    if (isSeq(node) && typeof step === 'number') node = node.items[step];
    else if (isMap(node)) {
      const pair = node.items.findLast(({ key }) => textOf(key) === String(step));
      node = pair === undefined ? undefined : isLast && which === 'key' ? pair.key : (pair.value ?? pair.key);
    } else node = undefined;
    if (!isNode(node) || !node.range) return offset;
    offset = offsetOf(node);
  }
  return offset;
}

function* repeatedKeys(
  items: readonly { key: unknown }[],
  lineOf: (offset: number) => number,
): Generator<TreeMistake, void> {
  const first = new Map<string, number>();
  for (const { key } of items) {
    const text = textOf(key);
    const known = first.get(text);
    if (known === undefined) first.set(text, offsetOf(key));
    else {
      const message = `the key ${JSON.stringify(text)} stands here for the second time, after line ${lineOf(known)}`;
      yield { offset: offsetOf(key), message: `${message}; join the two` };
    }
  }
}

function textOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
