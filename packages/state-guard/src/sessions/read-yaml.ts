import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { yamlLibrary } from './yaml-library.ts';

/** Names found in a YAML text, and what is wrong with it, if anything is. */
export interface YamlNames {
  names: Set<string>;
  /** One sentence, or null. */
  problem: string | null;
}

/**
 * The string `name` of every item of every top-level list, with the failsafe schema: every plain value is a string. An
 * invalid text gives the names that can be read in spite of it.
 */
export function readYaml(text: string): YamlNames {
  const names = new Set<string>();
  try {
    const yaml = yamlLibrary();
    const documents = yaml.parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
    if (!Array.isArray(documents)) return { names, problem: null };
    for (const document of documents) for (const name of namesIn(document)) names.add(name);
    const error = documents.flatMap((document) => document.errors)[0];
    return { names, problem: error ? `it is not valid YAML: ${firstLine(error.message)}` : null };
  } catch (error) {
    // Nesting of thousands of levels, and the like.
    return { names, problem: `it cannot be read as YAML: ${firstLine((error as Error).message)}` };
  }
}

function* namesIn(document: Document): Generator<string> {
  const yaml = yamlLibrary();
  const resolve = (node: unknown): Node | null => {
    if (!yaml.isAlias(node)) return yaml.isNode(node) ? node : null;
    return node.resolve(document) ?? null;
  };
  const root = resolve(document.contents);
  const lists = yaml.isMap(root) ? root.items.map((pair) => resolve(pair.value)) : [root];
  for (const list of lists) {
    if (!yaml.isSeq(list)) continue;
    for (const item of list.items) {
      const map = resolve(item);
      if (yaml.isMap(map)) yield* namesOf(map, resolve, 0);
    }
  }
}

/** A map's own names; without one, those of the maps that it merges (`<<`). */
function* namesOf(map: YAMLMap, resolve: (node: unknown) => Node | null, depth: number): Generator<string> {
  const yaml = yamlLibrary();
  const valuesOf = (key: string) => map.items.filter((pair) => isKey(pair, key)).map((pair) => resolve(pair.value));
  const own = valuesOf('name');
  for (const value of own) {
    if (yaml.isScalar(value) && typeof value.value === 'string' && value.value !== '') yield value.value;
  }
  if (own.length > 0 || depth > 8) return;
  for (const merged of valuesOf('<<')) {
    for (const source of yaml.isSeq(merged) ? merged.items.map(resolve) : [merged]) {
      if (yaml.isMap(source)) yield* namesOf(source, resolve, depth + 1);
    }
  }
}

function isKey(pair: Pair, key: string): boolean {
  const yaml = yamlLibrary();
  return yaml.isScalar(pair.key) && pair.key.value === key;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
