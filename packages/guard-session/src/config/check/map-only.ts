import type * as v from 'valibot';

/** A schema of a map that refuses lists: the library takes a list for a map of its indexes. */
export function mapOnly<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run: v.GenericSchema['~run'] = (dataset, config) => {
    const { value } = dataset;
    if (!Array.isArray(value)) return schema['~run'](dataset, config);
    const refused = schema['~run']({ value: null }, config);
    return { ...refused, issues: refused.issues?.map((issue) => ({ ...issue, input: value })) } as typeof refused;
  };
  return { ...schema, '~run': run as Schema['~run'] };
}
