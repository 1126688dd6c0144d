import { added, type FieldCase, modified } from '../field-case.ts';

const GIT = `
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
  git init -q -b main "$T/repo"; cd "$T/repo"; echo real > file; git add file
  git -c user.name=a -c user.email=a@b commit -q -m real; cd "$T"
  export GIT_INDEX_FILE="$T/repo/.git/index"`;

const GIT_ADD = `mkdir "$T/fixture"; cd "$T/fixture"; git init -q .; echo test > test; git add test; git ls-files`;

/** What a suite inherits, and where that leads it. */
export const INHERITED: readonly FieldCase[] = [
  {
    id: 'C-index',
    fault: 'GIT_INDEX_FILE of a hook makes a fixture stage its files in the live index',
    needs: ['git'],
    watch: ['$T/repo/.git'],
    before: GIT,
    run: GIT_ADD,
    expect: { leaks: [modified('file', '$T/repo/.git/index', { reason: 'content' })] },
  },
  {
    id: 'C-index-dropped',
    fault: 'with that one variable dropped the fixture stages in its own index, and git’s other variables stay',
    needs: ['git'],
    watch: ['$T/repo/.git'],
    flags: ['--drop-env', 'GIT_INDEX_FILE'],
    before: GIT,
    run: `${GIT_ADD}; echo "$GIT_CONFIG_NOSYSTEM"`,
    expect: { leaks: [], dropped: ['GIT_INDEX_FILE'], output: 'test\n1' },
  },
  {
    id: 'C-xdg',
    fault: 'a tool that looks in four XDG directories and the temp directory finds a fresh home family',
    watch: ['$HOME'],
    flags: ['--sandbox-home'],
    before: `
      export XDG_CONFIG_HOME="$HOME/.config" XDG_DATA_HOME="$HOME/.local/share" XDG_STATE_HOME="$HOME/.local/state"
      export XDG_CACHE_HOME="$HOME/.cache"`,
    run: `
      for dir in "$HOME" "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME" "$XDG_CACHE_HOME" "$TMPDIR"; do
        mkdir -p "$dir/tool"; echo x > "$dir/tool/x" && echo written
      done`,
    expect: { leaks: [], output: Array(6).fill('written').join('\n') },
  },
  {
    id: 'C-xdg-inherited',
    fault: 'HOME is redirected by the suite, and the cache directory by nobody',
    watch: ['$HOME'],
    before: `export XDG_CACHE_HOME="$HOME/.cache"; mkdir "$XDG_CACHE_HOME"`,
    run: `export HOME="$OTHER"; mkdir "\${XDG_CACHE_HOME:-$HOME/.cache}/tool"`,
    expect: { leaks: [added('directory', '$HOME/.cache/tool')] },
  },
  {
    id: 'C-empty',
    fault: 'an override that is set and empty counts as unset, and the default is the live home',
    watch: ['$AGENT'],
    before: `export AG_HOME=`,
    run: `dir="\${AG_HOME:-$AGENT}"; echo '{}' > "$dir/state/override.json"`,
    expect: { leaks: [added('file', '$AGENT/state/override.json')] },
  },
  {
    id: 'C-pane',
    fault: 'a bare tmux in the pane that started the suite would speak to the live server',
    needs: ['tmux'],
    flags: ['--watch-tmux', '$T/live.sock'],
    before: `
      tmux -f /dev/null -S "$T/live.sock" new-session -d -s work 'sleep 60'
      export TMUX="$T/live.sock,1,0" TMUX_PANE=%0`,
    run: `tmux -f /dev/null new-session -d -s fixture 'sleep 60'; tmux list-sessions -F '#{session_name}'`,
    expect: { leaks: [], dropped: ['TMUX', 'TMUX_PANE'], output: 'fixture' },
  },
  {
    id: 'C-default-server',
    fault: 'unpinned, a bare tmux outside a pane ends a session of the default server and makes one there',
    needs: ['tmux'],
    flags: ['--no-pin', '--watch-tmux', 'default'],
    before: `
      mkdir "$T/servers"; chmod 700 "$T/servers"; export TMUX_TMPDIR="$T/servers"
      tmux -f /dev/null new-session -d -s work 'sleep 60'; tmux new-session -d -s other 'sleep 60'`,
    run: `tmux new-session -d -s fixture 'sleep 60'; tmux kill-session -t other`,
    expect: {
      leaks: [
        { change: 'added', entry: 'tmux-session', path: 'tmux:fixture' },
        { change: 'removed', entry: 'tmux-session', path: 'tmux:other', reason: 'tmux session removed' },
      ],
    },
  },
  {
    id: 'C-default-pinned',
    fault: 'pinned, the same bare tmux gets a server of its own',
    needs: ['tmux'],
    flags: ['--watch-tmux', 'default'],
    before: `
      mkdir "$T/servers"; chmod 700 "$T/servers"; export TMUX_TMPDIR="$T/servers"
      tmux -f /dev/null new-session -d -s work 'sleep 60'`,
    run: `tmux -f /dev/null new-session -d -s fixture 'sleep 60'; tmux list-sessions -F '#{session_name}'`,
    expect: { leaks: [], output: 'fixture' },
  },
];
