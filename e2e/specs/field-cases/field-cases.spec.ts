import { expect, test } from '@mam/fixtures';
import { casesIn } from '../../field-cases/field-cases.ts';
import { mismatches } from '../../field-cases/match.ts';
import { runCase } from '../../field-cases/run-case.ts';
import { SETTINGS } from '../../field-cases/settings.ts';
import { whyNotCase, whyNotMode } from '../../field-cases/why-not.ts';

for (const setting of SETTINGS) {
  const { name, mode, user } = setting;
  test.describe(name, () => {
    for (const fieldCase of casesIn(setting)) {
      test(`${fieldCase.id}: ${fieldCase.fault}`, async () => {
        const reason = whyNotMode(mode, user) ?? whyNotCase(fieldCase);
        test.skip(reason !== null, reason ?? '');
        await runCase(fieldCase, setting, (outcome) => {
          expect(mismatches(fieldCase, mode, outcome), outcome.stderr).toEqual([]);
        });
      });
    }
  });
}
