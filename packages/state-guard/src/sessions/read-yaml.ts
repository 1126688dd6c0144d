import type { Alias, Document, Node, Pair, YAMLMap } from 'yaml';
import { isDeeplyNested } from './nesting.ts';
import { yamlLibrary } from './yaml-library.ts';

/** Names found in a YAML text, and what is wrong with it, if anything is. */
export interface YamlNames {
  names: Set<string>;
  /** One sentence, or null. */
  problem: string | null;
}

/** Longer text is not read: the worst of this length takes some seconds. */
const LONGEST = 512 * 1024;

/**
 * The string `name` of every item of every top-level list, with the failsafe schema: every plain value is a string. An
 * invalid text gives the names that can be read in spite of it; one that is too long or too deep gives none.
 */
export function readYaml(text: string): YamlNames {
  const names = new Set<string>();
  if (text.length > LONGEST) {
    return {
      names,
      problem: `it is too long to be read as YAML (${text.length} characters, at most ${LONGEST} are read)`,
    };
  }
  if (isDeeplyNested(text)) return { names, problem: 'it is nested too deeply to be read as YAML' };
  let documents: Document[];
  try {
    documents = [...yamlLibrary().parseAllDocuments(text, OPTIONS)];
  } catch (error) {
    return { names, problem: `it cannot be read as YAML: ${(error as Error).message.split('\n', 1)[0]}` };
  }
  const problems: string[] = [];
  for (const document of documents) {
    const found = namesIn(document);
    for (const name of found.names) names.add(name);
    for (const { at, what } of found.problems)
      problems.push(`it is not valid YAML at line ${lineOf(text, at)}: ${what}`);
  }
  return { names, problem: problems[0] ?? null };
}

/** Pretty errors take as long as the text, each. */
const OPTIONS = { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

interface Found {
  names: string[];
  problems: { at: number; what: string }[];
}

function namesIn(document: Document): Found {
  const yaml = yamlLibrary();
  const problems = document.errors.map(({ pos, message }) => ({ at: pos[0], what: message }));
  const { targets, unresolved } = aliasTargets(document);
  for (const alias of unresolved)
    problems.push({ at: alias.range?.[0] ?? 0, what: `Unresolved alias ${alias.source}` });
  const resolve: Resolve = (node) => (yaml.isAlias(node) ? targets.get(node) : yaml.isNode(node) ? node : undefined);
  const root = resolve(document.contents);
  if (yaml.isScalar(root) && root.value !== null && root.value !== '') {
    problems.push({ at: root.range?.[0] ?? 0, what: 'A text stands where lists of agent sessions should' });
  }
  const lists = yaml.isMap(root) ? root.items.map((pair) => resolve(pair.value)) : [root];
  const items = lists.flatMap((list) => (yaml.isSeq(list) ? list.items : [])).map(resolve);
  const names = items.flatMap((item) => (yaml.isMap(item) ? [...namesOf(item, resolve, 0)] : []));
  return { names, problems };
}

/** What a node stands for: itself, or what an alias names. */
type Resolve = (node: unknown) => Node | undefined;

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

/** A map's own names; without one, those of the maps that it merges (`<<`). */
function* namesOf(map: YAMLMap, resolve: Resolve, depth: number): Generator<string> {
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
