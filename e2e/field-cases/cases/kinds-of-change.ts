import { added, type FieldCase, modified } from '../field-case.ts';

/** Ways to change the live agent home, of which some leave the usual traces out. */
export const KINDS_OF_CHANGE: readonly FieldCase[] = [
  {
    id: 'A-rename',
    fault: 'an atomic save renames a file of the same size and time over the real one',
    watch: ['$AGENT'],
    run: `
      cd "$AGENT/profiles/main"; echo 'model: from-a--test' > .config.new
      touch -r config.yaml .config.new; mv .config.new config.yaml`,
    expect: {
      leaks: [modified('file', '$AGENT/profiles/main/config.yaml', { reason: 'content' })],
      quiet: [{ path: '$AGENT/profiles/main/.config.new' }],
    },
  },
  {
    id: 'A-append',
    fault: 'a line is appended and not ended',
    watch: ['$AGENT'],
    run: `printf '{"event":"half' >> "$AGENT/logs/audit.jsonl"`,
    expect: {
      leaks: [
        modified('file', '$AGENT/logs/audit.jsonl', {
          reason: '1 line appended',
          detail: { appendedLines: 1, appendedBytes: 14 },
        }),
      ],
    },
  },
  {
    id: 'A-empty',
    fault: 'the live log is truncated in place',
    watch: ['$AGENT'],
    run: `: > "$AGENT/logs/audit.jsonl"`,
    expect: {
      leaks: [modified('file', '$AGENT/logs/audit.jsonl', { detail: { size: { before: 18, after: 0 } } })],
    },
  },
  {
    id: 'A-rotate',
    fault: 'a test rotates the live log',
    watch: ['$AGENT'],
    run: `cd "$AGENT/logs"; mv audit.jsonl audit.jsonl.1; echo '{"event":"new"}' > audit.jsonl`,
    expect: {
      leaks: [
        added('file', '$AGENT/logs/audit.jsonl.1'),
        modified('file', '$AGENT/logs/audit.jsonl', { reason: 'content' }),
      ],
    },
  },
  {
    id: 'A-swap',
    fault: 'a directory of profiles is put aside, and another one put in its place',
    watch: ['$AGENT'],
    run: `
      cd "$AGENT"; mv profiles profiles.bak; mkdir -p profiles/main; echo 'model: from-a-test' > profiles/main/config.yaml`,
    expect: {
      leaks: [
        added('directory', '$AGENT/profiles.bak'),
        added('file', '$AGENT/profiles.bak/main/config.yaml'),
        modified('file', '$AGENT/profiles/main/config.yaml', { reason: 'content' }),
      ],
    },
  },
  {
    id: 'A-transient',
    fault: 'a record comes and goes within the run, and a file is written and put back: nothing of it is left',
    watch: ['$AGENT'],
    run: `
      echo '{}' > "$AGENT/jobs/brief.json"; rm "$AGENT/jobs/brief.json"
      mkdir "$AGENT/brief"; touch "$AGENT/brief/x"; rm -r "$AGENT/brief"`,
    expect: { leaks: [] },
  },
  {
    id: 'A-file-watch',
    fault: 'one watched file is overwritten, and what lies beside it is nobody’s business',
    watch: ['$AGENT/.env'],
    run: `echo KEY=test > "$AGENT/.env"; echo x > "$AGENT/state/x"`,
    expect: { leaks: [modified('file', '$AGENT/.env', { reason: 'content' })], quiet: [{ path: '$AGENT/state/**' }] },
  },
];
