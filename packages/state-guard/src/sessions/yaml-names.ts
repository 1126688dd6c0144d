import type { Alias, Document, Node, Pair, YAMLMap } from 'yaml';
import { yamlLibrary } from './yaml-library.ts';

/** What one document of a YAML text holds. */
export interface DocumentNames {
  names: string[];
  /** What is wrong, and at which offset of the text. */
  problems: { at: number; what: string }[];
}

/** What a node stands for: itself, or what an alias names. */
type Resolve = (node: unknown) => Node | undefined;

/** The string `name` of every item of every top-level list, or of the list that the document is. */
export function namesIn(document: Document): DocumentNames {
  const yaml = yamlLibrary();
  const problems = document.errors.map(({ pos, message }) => ({ at: pos[0], what: message }));
  const { targets, unresolved } = aliasTargets(document);
  for (const { range, source } of unresolved)
    problems.push({ at: range?.[0] ?? 0, what: `Unresolved alias ${source}` });
  const resolve: Resolve = (node) => (yaml.isAlias(node) ? targets.get(node) : yaml.isNode(node) ? node : undefined);
  const root = resolve(document.contents);
  if (yaml.isScalar(root) && root.value !== null && root.value !== '') {
    problems.push({ at: root.range?.[0] ?? 0, what: 'A text stands where lists of agent sessions should' });
  }
  const lists = yaml.isMap(root) ? root.items.map((pair) => resolve(pair.value)) : [root];
  const items = lists.flatMap((list) => (yaml.isSeq(list) ? list.items : [])).map(resolve);
  const nodes = items.flatMap((item) => (yaml.isMap(item) ? [...nameNodes(item, resolve, 0)] : []));
  // Half a name, in a file that was cut short, is none.
  const whole = nodes.filter(({ range }) => !range || !problems.some(({ at }) => at >= range[0] && at <= range[1]));
  return { names: whole.map(({ value }) => value), problems };
}

/** What each alias names: the last anchor of that name before it. One walk for all of them; `Alias.resolve` takes one each. */
function aliasTargets(document: Document): { targets: Map<Alias, Node>; unresolved: Alias[] } {
  const yaml = yamlLibrary();
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const unresolved: Alias[] = [];
  yaml.visit(document, (_, node) => {
    if (yaml.isAlias(node)) {
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
      else unresolved.push(node);
    } else if (yaml.isNode(node) && node.anchor) anchors.set(node.anchor, node);
  });
  return { targets, unresolved };
}

/** A scalar that is a text. */
type NameNode = Node & { value: string };

/** A map's own names; without one, those of the maps that it merges (`<<`). */
function* nameNodes(map: YAMLMap, resolve: Resolve, depth: number): Generator<NameNode> {
  const yaml = yamlLibrary();
  const valuesOf = (key: string) => map.items.filter((pair) => isKey(pair, key)).map((pair) => resolve(pair.value));
  const own = valuesOf('name');
  for (const value of own) {
    if (yaml.isScalar(value) && typeof value.value === 'string' && value.value !== '') yield value as NameNode;
  }
  if (own.length > 0 || depth > 8) return;
  for (const merged of valuesOf('<<')) {
    for (const source of yaml.isSeq(merged) ? merged.items.map(resolve) : [merged]) {
      if (yaml.isMap(source)) yield* nameNodes(source, resolve, depth + 1);
    }
  }
}

function isKey(pair: Pair, key: string): boolean {
  const yaml = yamlLibrary();
  return yaml.isScalar(pair.key) && pair.key.value === key;
}
