import { expect, test } from '@mam/fixtures';
import type { Mode } from '../../field-cases/field-case.ts';
import { FIELD_CASES } from '../../field-cases/field-cases.ts';
import { mismatches } from '../../field-cases/match.ts';
import { runCase } from '../../field-cases/run-case.ts';
import { PLAIN, SELF, type User } from '../../field-cases/user.ts';
import { whyNotCase, whyNotMode } from '../../field-cases/why-not.ts';

const SETTINGS: readonly { name: string; mode: Mode; user: User }[] = [
  { name: 'observe', mode: 'observe', user: SELF },
  { name: 'contain', mode: 'contain', user: SELF },
  { name: 'contain, as a plain user', mode: 'contain', user: PLAIN },
];

for (const { name, mode, user } of SETTINGS) {
  test.describe(name, () => {
    for (const fieldCase of FIELD_CASES) {
      test(`${fieldCase.id}: ${fieldCase.fault}`, async () => {
        const reason = whyNotMode(mode, user) ?? whyNotCase(fieldCase);
        test.skip(reason !== null, reason ?? '');
        await runCase(fieldCase, { mode, user }, (outcome, machine) => {
          expect(mismatches(fieldCase, mode, outcome, machine), outcome.stderr).toEqual([]);
        });
      });
    }
  });
}
