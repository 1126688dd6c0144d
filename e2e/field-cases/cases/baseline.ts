import { added, type FieldCase, modified } from '../field-case.ts';
import { allTheTime, UNTIL_WRITTEN } from '../meeting.ts';

/** When the baseline is taken, and what is read meanwhile. */
export const BASELINE: readonly FieldCase[] = [
  {
    id: 'F3',
    fault: 'a live registry is read while it is half written, and taken for an empty one',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--learn-idle', '500'] },
    before: `echo '{"jobs":[0]}' > "$AGENT/registry.json"`,
    live: `
      ${allTheTime(`printf '{"jobs":[' > "$AGENT/registry.json"; sleep .004; echo "$n]}" >> "$AGENT/registry.json"`, '.002')}
      cp "$AGENT/registry.json" "$T/registry"`,
    liveWrites: { '$AGENT/registry.json': '$T/registry' },
    run: `echo '{}' > "$AGENT/jobs/own.json"; ${UNTIL_WRITTEN}`,
    expect: {
      observe: {
        leaks: [added('file', '$AGENT/jobs/own.json')],
        excused: [modified('file', '$AGENT/registry.json', { reason: 'as it did while nothing ran' })],
      },
      contain: { leaks: [added('file', '$AGENT/jobs/own.json')], quiet: [{ path: '$AGENT/registry.json' }] },
    },
  },
  {
    id: 'G2',
    fault: 'a worker that is started again takes a new baseline, after the leak',
    watch: ['$AGENT'],
    run: `
      baseline() { ls "$AGENT/jobs" > "$T/seen"; }
      baseline; echo '{}' > "$AGENT/jobs/stray.json"; false || baseline
      ls "$AGENT/jobs" | cmp -s - "$T/seen" && echo 'the worker sees nothing'`,
    expect: { leaks: [added('file', '$AGENT/jobs/stray.json')], output: 'the worker sees nothing' },
  },
  {
    id: 'G3',
    fault: 'a binding that a set-up project exports never reaches the workers of the other projects',
    watch: ['$AGENT'],
    run: `
      ( export AG_HOME="$SANDBOX/.agent" )
      ( echo '{}' > "\${AG_HOME:-$AGENT}/jobs/from-e2e.json" )`,
    expect: { leaks: [added('file', '$AGENT/jobs/from-e2e.json')] },
  },
];
