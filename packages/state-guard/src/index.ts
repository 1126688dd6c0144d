export { compareBytes, entryPath, fromText, toBytes, toText } from './bytes/bytes.ts';
export { type DisplayPath, displayPath, pathBytes } from './bytes/display-path.ts';
export { quoteText } from './bytes/quote.ts';
export type * from './model.ts';
