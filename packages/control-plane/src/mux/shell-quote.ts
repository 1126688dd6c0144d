import { ControlPlaneError } from '../errors.ts';
import { quoted } from '../quoted.ts';

/**
 * A text as one word for the shell of a pane: for sh, dash, bash, ksh, zsh and fish alike, which is why a backslash is
 * never inside the quotes. A control character is refused, because a terminal acts on it before any shell reads it.
 */
export function shellQuote(text: string): string {
  if (/[\0-\x1f\x7f]/.test(text)) {
    throw new ControlPlaneError('input', `${quoted(text)} has a control character and cannot be typed into a pane`);
  }
  if (text === '') return "''";
  return text.replace(/['\\]|[^'\\]+/g, (part) => (part === "'" || part === '\\' ? `\\${part}` : `'${part}'`));
}
