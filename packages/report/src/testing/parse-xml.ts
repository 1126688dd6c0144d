import { SaxesParser } from 'saxes';

/** An element as a test looks at it. */
export interface Node {
  name: string;
  attributes: Record<string, string>;
  /** Its own text, without that of its children. */
  text: string;
  children: Node[];
}

/** The document as a strict XML parser reads it; throws on what is not well-formed. */
export function parseXml(xml: string): Node {
  const top: Node = { name: '', attributes: {}, text: '', children: [] };
  const stack = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes: { ...attributes } as Record<string, string>, text: '', children: [] };
    stack.at(-1)?.children.push(node);
    stack.push(node);
  });
  parser.on('text', (text) => {
    const node = stack.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => void stack.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined) throw new Error('no root element');
  return root;
}

/** The element and everything in it, in the order of the document. */
export function allOf(node: Node): Node[] {
  return [node, ...node.children.flatMap(allOf)];
}

/** All the text in an element. */
export function textOf(node: Node): string {
  return allOf(node)
    .map(({ text }) => text)
    .join(' ');
}
