import type { ConfigText } from '../check/config-text.ts';
import { nameOf, type ValidatedConfig, type ValueProblem } from '../check/validate.ts';
import type { Sourced, ValueSource } from '../options.ts';
import { ExpandError } from './expand.ts';

type Path = readonly (string | number)[];
type Value<Key extends keyof ConfigText> = Exclude<ConfigText[Key], undefined>;

/** Resolves the values of a configuration one by one, passes over what is broken, and keeps what cannot be resolved. */
export class Resolver {
  readonly problems: ValueProblem[] = [];
  readonly #config: ValidatedConfig;
  readonly #sourceOf: (path: Path) => ValueSource;

  constructor(config: ValidatedConfig, sourceOf: (path: Path) => ValueSource) {
    this.#config = config;
    this.#sourceOf = sourceOf;
  }

  /** The value of an option, resolved; nothing when it is absent or broken. */
  one<Key extends keyof ConfigText, T>(key: Key, resolve: (value: Value<Key>) => T): Sourced<T> | undefined {
    const value = this.#valueOf(key);
    return value === undefined ? undefined : this.#sourced([key], [key], () => resolve(value))[0];
  }

  /** The items of an option that `itemsOf` gives by their keys, each resolved; nothing when it is absent or broken. */
  each<Key extends keyof ConfigText, Item, T>(
    key: Key,
    itemsOf: (value: Value<Key>) => readonly (readonly [string | number, Item])[],
    resolve: (item: Item, source: ValueSource) => T,
    /** The part of an item that a problem of it is about. */
    part: Path = [],
  ): Sourced<T>[] | undefined {
    const value = this.#valueOf(key);
    if (value === undefined) return undefined;
    return itemsOf(value).flatMap(([step, item]) => {
      if (this.#config.isBroken(key, step)) return [];
      return this.#sourced([key, step], [key, step, ...part], (source) => resolve(item, source));
    });
  }

  #valueOf<Key extends keyof ConfigText>(key: Key): Value<Key> | undefined {
    return this.#config.isBroken(key) ? undefined : (this.#config.text[key] as Value<Key> | undefined);
  }

  #sourced<T>(path: Path, blamed: Path, resolve: (source: ValueSource) => T): Sourced<T>[] {
    const source = this.#sourceOf(path);
    try {
      return [{ value: resolve(source), source }];
    } catch (error) {
      if (!(error instanceof ExpandError)) throw error;
      this.problems.push({ path: [...blamed], which: 'value', message: `${nameOf(blamed)}: ${error.message}` });
      return [];
    }
  }
}
