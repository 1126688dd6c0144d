// Not by name: a bundle may have a `createRequire` of its own at its top.
import * as nodeModule from 'node:module';

type YamlLibrary = typeof import('yaml');

let library: YamlLibrary | null = null;

/**
 * The `yaml` library, loaded when it is first needed, and at once: most sessions files never need it, and a look cannot
 * wait. Throws when there is none.
 */
export function yamlLibrary(): YamlLibrary {
  library ??= load();
  return library;
}

function load(): YamlLibrary {
  try {
    // A bundler sees this and takes the library in. A module on its own has no `require`.
    return require('yaml') as YamlLibrary;
  } catch {
    return nodeModule.createRequire(import.meta.url)('yaml') as YamlLibrary;
  }
}
