import { expect, test } from '@mam/fixtures';
import { FIELD_CASES, MORE_CASES } from '../../field-cases/field-cases.ts';
import { mismatches } from '../../field-cases/match.ts';
import { runCase } from '../../field-cases/run-case.ts';
import { SETTINGS } from '../../field-cases/settings.ts';
import { whyNotCase, whyNotMode } from '../../field-cases/why-not.ts';

for (const { name, mode, user } of SETTINGS) {
  test.describe(name, () => {
    for (const fieldCase of [...FIELD_CASES, ...MORE_CASES]) {
      test(`${fieldCase.id}: ${fieldCase.fault}`, async () => {
        const reason = whyNotMode(mode, user) ?? whyNotCase(fieldCase);
        test.skip(reason !== null, reason ?? '');
        await runCase(fieldCase, { mode, user }, (outcome) => {
          expect(mismatches(fieldCase, mode, outcome), outcome.stderr).toEqual([]);
        });
      });
    }
  });
}
