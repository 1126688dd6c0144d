import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { ConfigError, type ConfigProblem } from '../config-error.ts';
import { YAML_OPTIONS } from './yaml-options.ts';
import { offsetAt, walkTree } from './yaml-tree.ts';

/** A place in a file: line and column from 1. */
interface Position {
  line: number;
  column: number;
}

/** The value of a YAML text, and where each part of it stands. */
export interface ParsedYaml {
  value: unknown;
  /** Where the value at a path stands, or its key; where there is none, the nearest one around it. */
  positionOf(path: readonly (string | number)[], which: 'key' | 'value'): Position;
}

/** How many mistakes of syntax are named: one of them can bring thousands. */
const SYNTAX_ERRORS = 5;

/**
 * Parses the text of a configuration: one YAML document, in which a bare `~` is a text, because it is the home directory.
 * @throws ConfigError
 */
export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text, { ...YAML_OPTIONS, lineCounter: lines });
  const syntax = syntaxProblems(document, text, at);
  if (syntax.length > 0) throw new ConfigError(file, syntax);
  if (document.contents === null || document.contents === undefined) throw empty(file);
  const tree = walkTree(document, (offset) => at(offset).line);
  const mistakes = tree.mistakes.map(({ offset, message }) => ({ ...at(offset), message }));
  if (mistakes.length > 0) throw new ConfigError(file, mistakes);
  const value = toValue(file, document);
  if (value === null) throw empty(file);
  return { value, positionOf: (path, which) => at(offsetAt(document, tree, path, which)) };
}

function syntaxProblems(document: Document, text: string, at: (offset: number) => Position): ConfigProblem[] {
  return [...document.errors, ...document.warnings].slice(0, SYNTAX_ERRORS).map((error) => {
    const position = at(error.pos[0]);
    return { ...position, message: explain(error, text.split('\n')[position.line - 1] ?? '') };
  });
}

function explain({ code, message }: YAMLError, line: string): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'it is nested too deeply; a configuration has three levels';
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; keep one';
  const what = `it is not valid YAML: ${message.split('\n', 1)[0]}`;
  return line.includes('${') ? `${what}; in [ ] put a text with \${ } in quotes` : what;
}

function toValue(file: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // Aliases of aliases, which come to more than anyone means.
    if (!(error instanceof ReferenceError)) throw error;
    const message = 'its aliases stand for more than 100 values; write out what they name';
    throw new ConfigError(file, [{ line: 1, column: 1, message }]);
  }
}

function empty(file: string): ConfigError {
  const message = 'it is empty; give an option, as in "watch: [~/.agent]", or {} for none, or remove the file';
  return new ConfigError(file, [{ line: 1, column: 1, message }]);
}
