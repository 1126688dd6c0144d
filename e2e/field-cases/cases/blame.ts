import { added, type FieldCase, modified } from '../field-case.ts';
import { allTheTime, UNTIL_WRITTEN } from '../meeting.ts';

/** Whose a change is, and whether a check can see it at all. */
export const BLAME: readonly FieldCase[] = [
  {
    id: 'E1',
    fault: 'a clean suite is blamed for the log that a live server writes',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--learn-idle', '500'] },
    live: allTheTime(`echo tick | tee -a "$T/ticks" >> "$AGENT/logs/server.log"`, '.03'),
    before: `touch "$AGENT/logs/server.log"`,
    liveWrites: { '$AGENT/logs/server.log': '$T/ticks' },
    run: `echo clean > "$SANDBOX/out"; ${UNTIL_WRITTEN}`,
    expect: {
      observe: {
        leaks: [],
        excused: [modified('file', '$AGENT/logs/server.log', { reason: 'as it did while nothing ran' })],
      },
      contain: { leaks: [] },
    },
  },
  {
    id: 'E4',
    fault: 'two workers overlap and each sees the other one leak: the report names no test that it does not know',
    watch: ['$AGENT'],
    run: `
      mark() { printf '{"test":"%s","worker":%s,"%s":%s}\\n' "$2" "$3" "$1" "$("$NODE" -p 'Date.now()')" >> "$MAM_GUARD_MARKS"; }
      mark start 'a.test › leaks' 1; mark start 'b.test › is clean' 2
      sleep .1; echo '{}' > "$AGENT/jobs/stray.json"; sleep .1
      mark end 'a.test › leaks' 1; mark end 'b.test › is clean' 2`,
    expect: {
      leaks: [
        added('file', '$AGENT/jobs/stray.json', {
          attribution: 'candidates',
          tests: ['a.test › leaks', 'b.test › is clean'],
        }),
      ],
    },
  },
  {
    id: 'E6',
    fault: 'a file made by a low-level call passes a check inside the process',
    watch: ['$AGENT'],
    run: `"$NODE" -e 'const fs = require("fs");
      const fd = fs.openSync(process.env.AGENT + "/prompt.txt", fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o600);
      fs.writeSync(fd, "x")'`,
    expect: { leaks: [added('file', '$AGENT/prompt.txt')] },
  },
  {
    id: 'E8',
    fault: "an edit deep inside leaves the time of the root as it was, and a check of the root's time sees nothing",
    watch: ['$AGENT'],
    before: `when() { "$NODE" -p 'fs.lstatSync(process.env.AGENT).mtimeMs'; }; export -f when; export WHEN=$(when)`,
    run: `
      echo 'model: from-a-test' > "$AGENT/profiles/main/config.yaml"
      [ "$WHEN" = "$(when)" ] && echo 'the root looks the same'`,
    expect: {
      leaks: [modified('file', '$AGENT/profiles/main/config.yaml', { reason: 'content' })],
      output: 'the root looks the same',
    },
  },
];
