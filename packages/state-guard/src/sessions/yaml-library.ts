// Not by name: a bundle may have a `createRequire` of its own at its top.
import * as nodeModule from 'node:module';

type YamlLibrary = typeof import('yaml');

let library: YamlLibrary | null = null;

/**
 * The `yaml` library, loaded when it is first needed, and at once: most sessions files never need it, and a look cannot
 * wait. A bundler sees the plain `require` and takes the library in; where there is none, Node makes one.
 */
export function yamlLibrary(): YamlLibrary {
  library ??= (
    typeof require === 'function' ? require('yaml') : nodeModule.createRequire(import.meta.url)('yaml')
  ) as YamlLibrary;
  return library;
}
