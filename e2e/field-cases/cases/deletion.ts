import { type FieldCase, removed } from '../field-case.ts';

/** Tests that delete what is live. */
export const DELETION: readonly FieldCase[] = [
  {
    id: 'B1',
    fault: 'only HOME is redirected, so a reset helper deletes the live XDG directory of the tool',
    watch: ['$HOME/.config'],
    before: `export XDG_CONFIG_HOME="$HOME/.config"; mkdir -p "$XDG_CONFIG_HOME/tool"; echo keep > "$XDG_CONFIG_HOME/tool/settings"`,
    run: `export HOME="$OTHER"; rm -rf "\${XDG_CONFIG_HOME:-$HOME/.config}/tool"`,
    expect: {
      leaks: [
        removed('directory', '$HOME/.config/tool', { reason: 'directory removed' }),
        removed('file', '$HOME/.config/tool/settings', { reason: 'file removed' }),
      ],
    },
  },
  {
    id: 'B3',
    fault: 'a stale flag is taken as proof of a sandbox, and the clean-up of a green run deletes the live root',
    watch: ['$AGENT'],
    before: `export IN_SANDBOX=1`,
    // A contained root is a mount point: all in it goes, and its own removal fails.
    run: `
      if [ -n "$IN_SANDBOX" ]; then home="$HOME"; else home=$(mktemp -d); fi
      rm -rf "$home/.agent" 2> "$T/rm-said" || true`,
    expect: {
      observe: { leaks: [removed('directory', '$AGENT', { reason: 'directory removed', detail: { entries: 11 } })] },
      contain: {
        leaks: [
          removed('directory', '$AGENT', { reason: 'directory removed', detail: { entries: 11, emptied: true } }),
        ],
      },
    },
  },
];
