import { describe, expect, it } from 'vitest';
import { fromText } from './bytes.ts';
import { displayPath, pathBytes } from './display-path.ts';

function base64(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('base64');
}

describe('displayPath', () => {
  it.for(['/a/b c.json', '/é/計画', '/\u{1f600}', '/back\\slash', '/"quoted"', '/ space at the end '])(
    'leaves what can be printed as it is: %s',
    (path) => {
      expect(displayPath(fromText(path))).toEqual({ path });
    },
  );

  it.for([
    ['a line end', fromText('/a\nb'), '/a\\nb'],
    ['a carriage return and a tab', fromText('/a\r\tb'), '/a\\r\\tb'],
    ['an escape sequence', fromText('/\u001b[31m'), '/\\x1b[31m'],
    ['a C1 control', fromText('/\u009b31m'), '/\\u{9b}31m'],
    ['text turned around', fromText('/a\u202egpj.exe'), '/a\\u{202e}gpj.exe'],
    ['a line separator', fromText('/a\u2028b'), '/a\\u{2028}b'],
    ['a backslash beside something unprintable', fromText('/a\\nb\n'), '/a\\\\nb\\n'],
    ['bytes that are no UTF-8', '/a\u00ffb\u00fe', '/a\\xffb\\xfe'],
    ['UTF-8 beside bytes that are none', `/${fromText('é\u{1f600}')}\u00e9.json`, '/é\u{1f600}\\xe9.json'],
    ['a character cut short', `/a${fromText('計').slice(0, 2)}`, '/a\\xe8\\xa8'],
    ['a control beside bytes that are no UTF-8', '/\u00ff\n\\', '/\\xff\\n\\\\'],
    ['a surrogate in the bytes', '/\u00ed\u00a0\u0080', '/\\xed\\xa0\\x80'],
  ] as const)('escapes %s, and gives the bytes', ([, bytes, path]) => {
    expect(displayPath(bytes)).toEqual({ path, pathBase64: base64(bytes) });
  });

  it('shows two names apart that would look the same', () => {
    const [real, spelled] = [displayPath(fromText('/a\n')), displayPath(fromText('/a\\n'))];
    expect(real.path).toBe(spelled.path);
    expect(real.pathBase64).not.toBe(spelled.pathBase64);
    expect(displayPath('/\u00ff').pathBase64).not.toBe(displayPath('/\u00fe').pathBase64);
  });

  it.for([fromText('/plain é'), '/\u00ff', fromText('/a\nb')])('gives the bytes back from what is shown', (bytes) => {
    const { path, pathBase64 } = displayPath(bytes);
    expect(pathBytes({ path, detail: pathBase64 === undefined ? {} : { pathBase64 } })).toBe(bytes);
  });
});
