import { added, type FieldCase, modified } from '../field-case.ts';

/** Tests that believe to be redirected, and are not. */
export const REDIRECTION: readonly FieldCase[] = [
  {
    id: 'C1',
    fault: 'a data directory is worked out when the module is loaded, before any fixture can redirect it',
    watch: ['$AGENT'],
    run: `
      usage="\${AG_HOME:-$AGENT}/usage"
      export AG_HOME="$SANDBOX/.agent"
      mkdir -p "$usage"; echo '{"tokens":5}' >> "$usage/july.jsonl"`,
    expect: { leaks: [added('directory', '$AGENT/usage'), added('file', '$AGENT/usage/july.jsonl')] },
  },
  {
    id: 'C3',
    fault: 'HOME is redirected, and the platform asks another variable for the home',
    watch: ['$AGENT'],
    before: `export USERPROFILE="$HOME"; home_of_user() { echo "\${USERPROFILE:-$HOME}"; }; export -f home_of_user`,
    run: `export HOME="$OTHER"; echo '{}' > "$(home_of_user)/.agent/settings.json"`,
    expect: { leaks: [added('file', '$AGENT/settings.json')] },
  },
  {
    id: 'C5',
    fault: 'variables of the pane that started the suite send a test to the wrong session directory',
    watch: ['$AGENT'],
    flags: ['--drop-env', 'HERD_*'],
    before: `export HERD_SESSION=live HERD_CWD=/nowhere; echo '{}' > "$SANDBOX/.agent/session.json"`,
    run: `
      dir="$SANDBOX/.agent\${HERD_SESSION:+/sessions/$HERD_SESSION}"
      [ -f "$dir/session.json" ] || echo "looks in $dir"`,
    expect: { leaks: [], dropped: ['HERD_CWD', 'HERD_SESSION'], output: '' },
  },
  {
    id: 'C7',
    fault: "GIT_DIR of a hook beats the working directory, so a fixture's commit lands in the live repository",
    needs: ['git'],
    watch: ['$T/repo/.git'],
    before: `
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      git init -q -b main "$T/repo"; git -C "$T/repo" commit -q --allow-empty -m real
      export GIT_DIR="$T/repo/.git"`,
    run: `
      mkdir "$T/fixture"; cd "$T/fixture"; git init -q . 2> "$T/git-said"
      git commit -q --allow-empty -m fixture; ls -A`,
    expect: {
      leaks: [
        modified('file', '$T/repo/.git/refs/heads/main', { reason: 'content' }),
        modified('file', '$T/repo/.git/logs/HEAD', { detail: { appendedLines: 1 } }),
      ],
      allow: ['$T/repo/.git/**'],
      output: '',
    },
  },
  {
    id: 'C7b',
    fault: "with git's variables dropped, the same fixture gets a repository of its own",
    needs: ['git'],
    watch: ['$T/repo/.git'],
    flags: ['--drop-env', 'GIT_*'],
    before: `
      git init -q -b main "$T/repo"; git -C "$T/repo" -c user.name=a -c user.email=a@b commit -q --allow-empty -m real
      export GIT_DIR="$T/repo/.git" GIT_WORK_TREE="$T/repo"`,
    run: `
      mkdir "$T/fixture"; cd "$T/fixture"; git init -q .
      git -c user.name=a -c user.email=a@b commit -q --allow-empty -m fixture; ls -A`,
    expect: { leaks: [], dropped: ['GIT_DIR', 'GIT_WORK_TREE'], output: '.git' },
  },
];
