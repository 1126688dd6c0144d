import { added, type FieldCase, modified, removed } from '../field-case.ts';
import { allTheTime, UNTIL_WRITTEN } from '../meeting.ts';

/** Tests that write into the live agent home. */
export const LIVE_TREE: readonly FieldCase[] = [
  {
    id: 'A1',
    fault: 'profiles that a fixture makes, one of them empty, become members of the live fleet',
    watch: ['$AGENT'],
    run: `
      mkdir "$AGENT/profiles/empty"
      mkdir -p "$AGENT/profiles/extra/cron"
      echo 'endpoint: http://localhost' > "$AGENT/profiles/extra/config.yaml"`,
    expect: {
      leaks: [
        added('directory', '$AGENT/profiles/empty', { reason: 'new directory' }),
        added('directory', '$AGENT/profiles/extra'),
        added('directory', '$AGENT/profiles/extra/cron'),
        added('file', '$AGENT/profiles/extra/config.yaml', { reason: 'new file' }),
      ],
    },
  },
  {
    id: 'A2',
    fault: 'a temp root inside the live home is taken for a part of it, and the suite overwrites the real files',
    watch: ['$AGENT'],
    run: `
      sandbox="$AGENT/.scratch/run"; mkdir -p "$sandbox"
      case "$sandbox" in "$AGENT"/*) home="$AGENT";; *) home="$sandbox";; esac
      echo ok > "$home/profiles/main/config.yaml"; echo KEY=test > "$home/.env"
      rm -r "$AGENT/.scratch"`,
    expect: {
      leaks: [
        modified('file', '$AGENT/.env', { reason: 'content' }),
        modified('file', '$AGENT/profiles/main/config.yaml', { detail: { size: { before: 20, after: 3 } } }),
      ],
      quiet: [{ path: '$AGENT/.scratch' }, { path: '$AGENT/.scratch/**' }],
    },
  },
  {
    id: 'A3',
    fault: 'a helper drops one root variable of a family, and another still names the live registry',
    watch: ['$AGENT'],
    before: `export AG_REGISTRY="$AGENT" AG_AREA=live`,
    run: `
      unset AG_ROOT; export HOME="$OTHER"
      root="\${AG_ROOT:-\${AG_REGISTRY:-$HOME/.agent}}"
      mkdir -p "$root/jobs"; echo '{"title":"seeded"}' > "$root/jobs/seeded.json"`,
    expect: { leaks: [added('file', '$AGENT/jobs/seeded.json')] },
  },
  {
    id: 'A3b',
    fault: 'with its whole family dropped, the same helper finds its own home',
    watch: ['$AGENT'],
    flags: ['--drop-env', 'AG_*'],
    before: `export AG_REGISTRY="$AGENT" AG_AREA=live`,
    run: `
      unset AG_ROOT; export HOME="$OTHER"
      root="\${AG_ROOT:-\${AG_REGISTRY:-$HOME/.agent}}"
      mkdir -p "$root/jobs"; echo '{"title":"seeded"}' > "$root/jobs/seeded.json"; ls "$OTHER/.agent/jobs"`,
    expect: { leaks: [], dropped: ['AG_AREA', 'AG_REGISTRY'], output: 'seeded.json' },
  },
  {
    id: 'A6',
    fault: 'the database is a mock, and the audit logger still appends to the live log',
    watch: ['$AGENT'],
    run: `echo '{"event":"blocked"}' >> "\${AG_AUDIT_DIR:-$AGENT/logs}/audit.jsonl"`,
    expect: {
      leaks: [
        modified('file', '$AGENT/logs/audit.jsonl', {
          reason: '1 line appended',
          detail: { appendedLines: 1, appendedBytes: 20 },
        }),
      ],
    },
  },
  {
    id: 'A7',
    fault: 'control signals of a suite lie among files that a live agent rewrites all the time',
    watch: ['$AGENT'],
    flagsIn: { observe: ['--learn-idle', '500'] },
    before: `echo 0 > "$AGENT/state/heartbeat"; echo 0 > "$T/beat"; echo '{"seen":0}' > "$AGENT/state/owner.json"`,
    live: `
      ${allTheTime(`echo $n > "$AGENT/state/heartbeat"`, '.03')}
      cp "$AGENT/state/heartbeat" "$T/beat"`,
    liveWrites: { '$AGENT/state/heartbeat': '$T/beat' },
    run: `
      echo '{"until":9}' > "$AGENT/state/cool-down.json"; echo '{"seen":1}' > "$AGENT/state/owner.json"
      ${UNTIL_WRITTEN}`,
    expect: {
      observe: {
        leaks: [added('file', '$AGENT/state/cool-down.json'), modified('file', '$AGENT/state/owner.json')],
        excused: [modified('file', '$AGENT/state/heartbeat', { reason: 'as it did while nothing ran' })],
      },
      contain: { leaks: [added('file', '$AGENT/state/cool-down.json'), modified('file', '$AGENT/state/owner.json')] },
    },
  },
  {
    id: 'A9',
    fault: "a service test replaces the user's crontab, which only a program can reach",
    flags: ['--watch-command', 'crontab=crontab -l'],
    before: `
      mkdir "$T/bin"; export PATH="$T/bin:$PATH" SPOOL="$T/spool"
      printf '#!/bin/sh\\n[ "$1" = -l ] && exec cat "$SPOOL"\\nexec cat > "$SPOOL"\\n' > "$T/bin/crontab"
      chmod +x "$T/bin/crontab"; echo '@daily backup' | crontab -`,
    run: `echo '@hourly test-service' | crontab -`,
    expect: {
      leaks: [
        added('line', 'command:crontab#@hourly test-service', { reason: 'new line' }),
        removed('line', 'command:crontab#@daily backup', { reason: 'line removed' }),
      ],
    },
  },
];
