import { added, type FieldCase, modified, removed } from '../field-case.ts';
import { allTheTime, UNTIL_WRITTEN, until } from '../meeting.ts';
import { BOUND } from './registry.ts';

/** Live processes beside the run, and what is ignored or late. */
export const NEIGHBOURS: readonly FieldCase[] = [
  {
    id: 'E-rotation',
    fault: 'a live server rotates its log while a clean suite runs',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--ignore', 'logs/server.log*'] },
    before: `echo first > "$AGENT/logs/server.log"`,
    live: `
      ${until('started')}
      cd "$AGENT/logs"; cp server.log "$T/old"; mv server.log server.log.1; echo second | tee "$T/new" > server.log
      touch "$T/rotated"`,
    liveWrites: { '$AGENT/logs/server.log': '$T/new', '$AGENT/logs/server.log.1': '$T/old' },
    run: `touch "$T/started"; ${until('rotated')}`,
    expect: {
      observe: { leaks: [], ignored: 2 },
      contain: { leaks: [] },
    },
  },
  {
    id: 'E-neighbour',
    fault: 'what changed while nothing ran excuses its own content, not a file beside it, nor its mode',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--learn-idle', '500'] },
    before: `echo 0 > "$AGENT/state/heartbeat"; echo 0 > "$AGENT/state/secret"; chmod 600 "$AGENT/state/secret"`,
    // The secret is written once more since the baseline, and rests before its mode changes.
    live: `
      ${allTheTime(`echo $n > "$AGENT/state/heartbeat"; [ -e "$T/wrote" ] || echo $n > "$AGENT/state/secret"`, '.03')}
      cp "$AGENT/state/heartbeat" "$T/beat"; cp "$AGENT/state/secret" "$T/secret"`,
    liveWrites: { '$AGENT/state/heartbeat': '$T/beat', '$AGENT/state/secret': '$T/secret' },
    run: `
      ${UNTIL_WRITTEN}; chmod 644 "$AGENT/state/secret"; echo x > "$AGENT/state/heartbeat.lock"`,
    expect: {
      observe: {
        leaks: [
          added('file', '$AGENT/state/heartbeat.lock'),
          modified('file', '$AGENT/state/secret', { reason: 'mode (0600 to 0644)' }),
        ],
        excused: [modified('file', '$AGENT/state/heartbeat')],
      },
      // The layer holds the whole file, and the live one moved meanwhile: whose the mode is, is not proven.
      contain: {
        leaks: [added('file', '$AGENT/state/heartbeat.lock')],
        suspects: [modified('file', '$AGENT/state/secret', { reason: 'in doubt', detail: { differs: ['mode'] } })],
      },
    },
  },
  {
    id: 'E-ignored-root',
    fault: 'patterns that ignore everything hide files, and never that the root went',
    watch: ['$AGENT'],
    flags: ['--ignore', '*'],
    run: `rm -rf "$AGENT" 2> "$T/rm-said" || true`,
    expect: { leaks: [removed('directory', '$AGENT')] },
  },
  {
    id: 'E-patterns',
    fault: 'ignored caches are counted, and what a pattern takes back is a leak',
    watch: ['$AGENT'],
    flags: ['--ignore', 'cache/*', '--ignore', '!cache/index.json', '--ignore', '*.tmp'],
    before: `mkdir "$AGENT/cache"`,
    run: `cd "$AGENT"; touch cache/a cache/b cache/index.json state/x.tmp`,
    expect: { leaks: [added('file', '$AGENT/cache/index.json')], ignored: 3 },
  },
  {
    id: 'E-status',
    fault: 'a suite that fails by itself keeps its status, and its leak is told all the same',
    watch: ['$AGENT'],
    run: `echo '{}' > "$AGENT/jobs/stray.json"; exit 7`,
    expect: { leaks: [added('file', '$AGENT/jobs/stray.json')], status: 7 },
  },
  {
    id: 'D-late',
    fault: 'a background writer of the run writes when the command has ended',
    watch: ['$AGENT'],
    // The watched command tells that the guard looks; its second look is the one at the end of the command. A contained run
    // has its layer read just after that.
    flags: ['--settle', '10000', '--watch-command', 'looks=echo look >> "$T/looks"'],
    run: `
      ( until [ "$(wc -l < "$T/looks")" -ge 2 ] || [ ! -d "$T" ]; do sleep .02; done
        sleep .4; echo '{}' > "$AGENT/jobs/late.json" ) > /dev/null 2>&1 &`,
    expect: { leaks: [added('file', '$AGENT/jobs/late.json', { late: true })] },
  },
  {
    id: 'E-windows',
    fault: 'a leak before every test and one within a single test are told apart',
    watch: ['$AGENT'],
    run: `
      now() { "$NODE" -p 'Date.now()'; }
      echo '{}' > "$AGENT/jobs/import.json"; sleep .1; start=$(now); echo '{}' > "$AGENT/jobs/test.json"; sleep .1
      printf '{"test":"a.test › leaks","start":%s,"end":%s}\\n' "$start" "$(now)" >> "$MAM_GUARD_MARKS"`,
    expect: {
      leaks: [
        added('file', '$AGENT/jobs/import.json', { attribution: 'outside', tests: [] }),
        added('file', '$AGENT/jobs/test.json', { attribution: 'only', tests: ['a.test › leaks'] }),
      ],
    },
  },
  {
    id: 'F-sessions',
    fault:
      'the live sessions file is truncated and rewritten all the time, while a delegation to a session of it goes on',
    before: BOUND,
    live: `
      cp "$PLANE/agent-sessions.yaml" "$T/sessions"; n=0; while [ ! -e "$T/stop" ]; do
        head -c 20 "$T/sessions" > "$PLANE/agent-sessions.yaml"; sleep .003
        cat "$T/sessions" > "$PLANE/agent-sessions.yaml"; sleep .01
        if [ -e "$T/started" ] && [ ! -e "$T/delegated" ]; then
          echo '{"agent_session":"herdr:planner"}' | tee "$T/record" > "$PLANE/jobs/real.json"; touch "$T/delegated"
        fi
      done`,
    liveWrites: { '$PLANE/agent-sessions.yaml': '$T/sessions', '$PLANE/jobs/real.json': '$T/record' },
    run: `touch "$T/started"; ${until('delegated')}`,
    expect: { leaks: [], excused: [added('record', '$PLANE/jobs/real.json', { reason: 'planner' })] },
  },
  {
    id: 'F-rename',
    fault: 'a live registry is saved by renaming all the time, while a test writes beside it',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--learn-idle', '500', '--ignore', '.registry.*'] },
    before: `echo '[0]' > "$AGENT/registry.json"`,
    live: `
      cd "$AGENT"
      ${allTheTime(`echo "[$n]" > .registry.new; mv .registry.new registry.json`, '.02')}
      cp registry.json "$T/registry"`,
    liveWrites: { '$AGENT/registry.json': '$T/registry' },
    run: `echo '{}' > "$AGENT/jobs/own.json"; ${UNTIL_WRITTEN}`,
    expect: {
      observe: {
        leaks: [added('file', '$AGENT/jobs/own.json')],
        excused: [modified('file', '$AGENT/registry.json', { reason: 'as it did while nothing ran' })],
      },
      contain: { leaks: [added('file', '$AGENT/jobs/own.json')] },
    },
  },
];
