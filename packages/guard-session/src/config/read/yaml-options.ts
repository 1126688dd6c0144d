import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml';

const NULL_TAG = 'tag:yaml.org,2002:null';

/** How a configuration is read: a bare `~` is a text, because it is the home directory; keys that stand twice are found later. */
export const YAML_OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  merge: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
  customTags: (tags) => tags.map(withoutTilde),
};

function withoutTilde(tag: Tags[number]): Tags[number] {
  if (typeof tag !== 'object' || tag.tag !== NULL_TAG) return tag;
  return { ...(tag as ScalarTag), test: /^(?:null|Null|NULL)?$/ };
}
