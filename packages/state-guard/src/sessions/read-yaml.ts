import type { Document } from 'yaml';
import { isDeeplyNested } from './nesting.ts';
import { yamlLibrary } from './yaml-library.ts';
import { namesIn } from './yaml-names.ts';

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
