import { added, type FieldCase, modified, removed } from '../field-case.ts';

/** Entries of the live state that are no plain file in the place where one looks, and what becomes of them. */
export const KINDS_OF_ENTRY: readonly FieldCase[] = [
  {
    id: 'A-link',
    fault: 'a set-up swaps a live file for a link into its sandbox',
    watch: ['$AGENT'],
    run: `ln -sf "$SANDBOX/first.yaml" "$AGENT/sessions/first.yaml"`,
    expect: {
      leaks: [
        modified('symlink', '$AGENT/sessions/first.yaml', {
          reason: 'type changed from file to symlink',
          detail: { type: { before: 'file', after: 'symlink' } },
        }),
      ],
    },
  },
  {
    id: 'A-mode',
    fault: 'a test opens the file of secrets to everyone',
    watch: ['$AGENT'],
    run: `chmod 644 "$AGENT/.env"`,
    expect: {
      leaks: [modified('file', '$AGENT/.env', { reason: 'mode (0600 to 0644)', detail: { differs: ['mode'] } })],
    },
  },
  {
    id: 'A-deep',
    fault: 'a new file lies under eight new directories',
    watch: ['$AGENT'],
    run: `mkdir -p "$AGENT/state/1/2/3/4/5/6/7/8"; echo x > "$AGENT/state/1/2/3/4/5/6/7/8/x"`,
    expect: {
      leaks: [
        added('directory', '$AGENT/state/1'),
        added('directory', '$AGENT/state/1/2/3/4'),
        added('file', '$AGENT/state/1/2/3/4/5/6/7/8/x'),
      ],
    },
  },
  {
    id: 'A-names',
    fault: 'names that no terminal shows: a line feed, and bytes that are not UTF-8',
    needs: ['linux'],
    watch: ['$AGENT'],
    run: `: > "$AGENT/jobs/two
lines"; : > "$AGENT/jobs/"$'caf\\xe9'`,
    expect: {
      leaks: [added('file', '$AGENT/jobs/two\\nlines'), added('file', '$AGENT/jobs/caf\\xe9')],
    },
  },
  {
    id: 'A-hard-link',
    fault: 'a fixture copies by a hard link and writes to its copy: contained, no link leads out',
    watch: ['$AGENT'],
    run: `
      ln "$AGENT/.env" "$T/tmp/env" 2> "$T/ln-said" || cp "$AGENT/.env" "$T/tmp/env"
      echo KEY=test > "$T/tmp/env"`,
    expect: {
      observe: { leaks: [modified('file', '$AGENT/.env', { reason: 'content' })] },
      contain: { leaks: [] },
    },
  },
  {
    id: 'A-move',
    fault: 'a live record is moved out of the home, over an edge that a contained run cannot rename across',
    watch: ['$AGENT'],
    run: `mv "$AGENT/jobs/one.json" "$T/tmp/"; cat "$T/tmp/one.json"`,
    expect: {
      leaks: [removed('file', '$AGENT/jobs/one.json', { reason: 'file removed' })],
      output: '{"id":"one","state":"finished"}',
    },
  },
  {
    id: 'A-socket',
    fault: 'a server of a test leaves its socket and a pipe in the live home',
    watch: ['$AGENT'],
    run: `
      mkfifo "$AGENT/state/pipe"
      "$NODE" -e 'const s = require("net").createServer().listen(process.env.AGENT + "/state/server.sock", () => process.exit())'`,
    expect: {
      leaks: [
        added('other', '$AGENT/state/pipe', { reason: 'new special file' }),
        added('socket', '$AGENT/state/server.sock', { reason: 'new socket' }),
      ],
    },
  },
  {
    id: 'A-dotfile',
    fault: 'a live configuration is a link into a repository of dotfiles, and an atomic save replaces the link',
    watch: ['$HOME/.config/tool.yaml'],
    alsoLive: ['$HOME/.config', '$T/dotfiles'],
    before: `
      mkdir "$T/dotfiles" "$HOME/.config"; echo 'model: the-real-one' > "$T/dotfiles/tool.yaml"
      ln -s "$T/dotfiles/tool.yaml" "$HOME/.config/tool.yaml"`,
    run: `cd "$HOME/.config"; echo 'model: from-a-test' > .new; mv .new tool.yaml`,
    expect: {
      leaks: [modified('file', '$HOME/.config/tool.yaml', { reason: 'type changed from symlink to file' })],
    },
  },
  {
    id: 'B-link',
    fault: 'the live home is named by a link, and a clean-up takes the link for the sandbox’s',
    watch: ['$HOME/agent'],
    before: `ln -s .agent "$HOME/agent"`,
    run: `rm "$HOME/agent"`,
    expect: { leaks: [removed('symlink', '$HOME/agent', { by: 'unknown' })] },
  },
  {
    id: 'B-clean',
    fault: 'a clean-up by age empties the live registry and leaves its directory',
    watch: ['$AGENT'],
    run: `find "$AGENT/jobs" -name '*.json' -exec rm {} +; rmdir "$AGENT/state"`,
    expect: {
      leaks: [removed('file', '$AGENT/jobs/one.json'), removed('directory', '$AGENT/state')],
      quiet: [{ path: '$AGENT/jobs' }],
    },
  },
  {
    id: 'B-git-clean',
    fault: 'a test cleans its checkout, and the control plane in it goes too',
    needs: ['git'],
    watch: ['$T/checkout/.mam'],
    before: `
      rmdir "$T/checkout/.git"; git init -q "$T/checkout"
      mkdir -p "$T/checkout/.mam/jobs"; echo '{"agent_session":"herdr:planner"}' > "$T/checkout/.mam/jobs/real.json"
      printf 'herdr_sessions:\\n- name: planner\\n' > "$T/checkout/.mam/agent-sessions.yaml"`,
    run: `git -C "$T/checkout" clean -qfdx 2> "$T/git-said" || true`,
    expect: {
      observe: {
        leaks: [removed('directory', '$T/checkout/.mam')],
        suspects: [
          removed('agent-session', '$T/checkout/.mam/agent-sessions.yaml#planner'),
          removed('record', '$T/checkout/.mam/jobs/real.json'),
        ],
      },
      contain: {
        leaks: [
          removed('directory', '$T/checkout/.mam', { detail: { emptied: true } }),
          removed('record', '$T/checkout/.mam/jobs/real.json'),
          removed('agent-session', '$T/checkout/.mam/agent-sessions.yaml#planner'),
        ],
      },
    },
  },
];
