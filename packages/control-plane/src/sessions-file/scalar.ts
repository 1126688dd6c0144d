import { Scalar, stringify } from 'yaml';

/** A text as a YAML scalar, in quotes when a reader of YAML 1.1 or 1.2 could take it for anything but that text. */
export function scalar(text: string): Scalar<string> {
  const node = new Scalar(text);
  const plain = (['1.1', '1.2'] as const).every(
    (version) => stringify(text, { version, lineWidth: 0 }) === `${text}\n`,
  );
  node.type = plain ? 'PLAIN' : 'QUOTE_DOUBLE';
  return node;
}
