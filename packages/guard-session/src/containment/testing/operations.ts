/** Something that a run does to a directory of a live tree, and what of it must be found. */
export interface Operation {
  name: string;
  /** Bash that makes the directory's content, in it. */
  before?: string;
  /** Bash that the run executes in it. */
  run: string;
  /** Change, kind and path of each observation, in the order of the paths. */
  expected: string[];
  /** Details of an observation, by its path. */
  detail?: Record<string, object>;
  /** What the run prints. */
  prints?: string;
}

const python = (code: string) => `/usr/bin/python3 - <<'PYTHON'\n${code}\nPYTHON`;

export const OPERATIONS: readonly Operation[] = [
  { name: 'create', run: 'echo x > new', expected: ['added file new'] },
  { name: 'create and remove', run: 'echo x > new; mkdir d; rm new; rmdir d', expected: [] },
  {
    name: 'write',
    before: 'echo first > a',
    run: 'echo other > a',
    expected: ['modified file a'],
    detail: { a: { differs: ['content'] } },
  },
  {
    name: 'append',
    before: 'echo first > log',
    run: 'echo more >> log; echo more >> log',
    expected: ['modified file log'],
    detail: { log: { appendedLines: 2 } },
  },
  { name: 'truncate', before: 'echo first > a', run: ': > a', expected: ['modified file a'] },
  { name: 'open for writing', before: 'echo first > a', run: ': >> a', expected: [] },
  {
    name: 'write the same bytes',
    before: 'echo first > a; touch -d 2020-01-01 a',
    run: 'echo first > a',
    expected: ['modified file a'],
    detail: { a: { sameBytes: true } },
  },
  { name: 'replace a file', before: 'echo first > a', run: 'echo b > t; mv t a', expected: ['modified file a'] },
  { name: 'remove', before: 'echo first > a', run: 'rm a', expected: ['removed file a'] },
  { name: 'rename inside', before: 'echo first > a', run: 'mv a b', expected: ['removed file a', 'added file b'] },
  {
    name: 'rename across the edge',
    before: 'echo first > a',
    run: python(
      `import errno, os
for source, target in (("a", os.environ["OUT"] + "/a"), (os.environ["OUT"] + "/o", "o")):
    try:
        os.rename(source, target)
    except OSError as error:
        print(errno.errorcode[error.errno])`,
    ),
    expected: [],
    prints: 'EXDEV\nEXDEV\n',
  },
  { name: 'hard link', before: 'echo first > a', run: 'ln a b', expected: ['added file b'] },
  {
    name: 'write to a hard link',
    before: 'echo first > a; ln a b',
    run: 'echo more >> a',
    expected: ['modified file a'],
  },
  {
    name: 'rename over a link',
    before: 'echo first > a; ln -s a l',
    run: 'echo x > t; mv t l',
    expected: ['modified file l'],
    detail: { l: { differs: ['type'], type: { before: 'symlink', after: 'file' } } },
  },
  {
    name: 'write through a link',
    before: 'echo first > a; ln -s a l',
    run: 'echo x >> l',
    expected: ['modified file a'],
  },
  {
    name: 'turn a link',
    before: 'ln -s a l',
    run: 'ln -sfn b l',
    expected: ['modified symlink l'],
    detail: { l: { differs: ['target'] } },
  },
  {
    name: 'chmod',
    before: 'echo first > a; chmod 644 a; mkdir -m 755 d',
    run: 'chmod 600 a; chmod 700 d',
    expected: ['modified file a', 'modified directory d'],
    detail: { a: { mode: { before: '0644', after: '0600' } }, d: { mode: { before: '0755', after: '0700' } } },
  },
  {
    name: 'xattr alone, which the tree probe does not see either',
    before: 'echo first > a',
    run: python('import os; os.setxattr("a", "user.x", b"1"); print(os.getxattr("a", "user.x"))'),
    expected: [],
    prints: "b'1'\n",
  },
  {
    name: 'mmap write',
    before: 'echo first > a',
    run: python('import mmap; f = open("a", "r+b"); m = mmap.mmap(f.fileno(), 0); m[0:5] = b"FIRST"; m.close()'),
    expected: ['modified file a'],
    detail: { a: { differs: ['content'] } },
  },
  {
    name: 'O_TMPFILE and linkat',
    run: python(
      `import os
fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o644)
os.write(fd, b"x")
os.link(f"/proc/self/fd/{fd}", "named", src_dir_fd=os.open(".", os.O_RDONLY))`,
    ),
    expected: ['added file named'],
  },
  {
    name: 'SQLite opened and only read',
    before: python(
      `import sqlite3
for name, mode in (("rollback.db", "delete"), ("wal.db", "wal")):
    db = sqlite3.connect(name); db.execute(f"pragma journal_mode={mode}")
    db.execute("create table t(x)"); db.execute("insert into t values (1)"); db.commit(); db.close()`,
    ),
    run: python(
      `import sqlite3
for name in ("rollback.db", "wal.db"):
    db = sqlite3.connect(name); print(db.execute("select x from t").fetchall()); db.close()`,
    ),
    expected: [],
    prints: '[(1,)]\n[(1,)]\n',
  },
  {
    name: 'remove a directory',
    before: 'mkdir -p d/sub; echo x > d/x; echo y > d/sub/y',
    run: 'rm -r d',
    expected: ['removed directory d', 'removed directory d/sub', 'removed file d/sub/y', 'removed file d/x'],
    detail: { d: { entries: 3 }, 'd/sub': { entries: 1 } },
  },
  {
    name: 'remove and make a directory again',
    before: 'mkdir -p d/sub; echo x > d/x; echo y > d/sub/y; echo same > d/same',
    run: 'rm -r d; mkdir d; echo q > d/q; echo same > d/same; touch -r . d/same',
    expected: [
      'added file d/q',
      'modified file d/same',
      'removed directory d/sub',
      'removed file d/sub/y',
      'removed file d/x',
    ],
    detail: { 'd/same': { sameBytes: true } },
  },
  {
    name: 'remove a nested directory and make the outer again with it',
    before: 'mkdir -p d/sub; echo y > d/sub/y',
    run: 'rm -r d; mkdir -p d/sub',
    expected: ['removed file d/sub/y'],
  },
  {
    name: 'make a directory',
    run: 'mkdir -p n/m; echo f > n/m/f',
    expected: ['added directory n', 'added directory n/m', 'added file n/m/f'],
    detail: { n: { entries: 2 } },
  },
  {
    name: 'move a directory',
    before: 'mkdir d; echo x > d/x',
    run: 'mv d e',
    expected: ['removed directory d', 'removed file d/x', 'added directory e', 'added file e/x'],
  },
  {
    name: 'write deep',
    before: 'mkdir -p d/e/f; echo x > d/e/f/x; echo o > d/e/other',
    run: 'echo y > d/e/f/y',
    expected: ['added file d/e/f/y'],
  },
  {
    name: 'a directory in the place of a file',
    before: 'echo x > a',
    run: 'rm a; mkdir a; echo y > a/y',
    expected: ['modified directory a', 'added file a/y'],
  },
  {
    name: 'a file in the place of a directory',
    before: 'mkdir a; echo x > a/x',
    run: 'rm -r a; echo y > a',
    expected: ['modified file a', 'removed file a/x'],
  },
  {
    name: 'other kinds',
    run: `mkfifo fifo; ln -s nowhere link; ${python('import socket; socket.socket(socket.AF_UNIX).bind("sock")')}`,
    expected: ['added other fifo', 'added symlink link', 'added socket sock'],
  },
  {
    name: 'sparse and large files',
    before: 'truncate -s 32M holes; echo end >> holes',
    run: 'truncate -s 10G sparse; head -c 8M /dev/zero > large; echo more >> holes',
    expected: ['modified file holes', 'added file large', 'added file sparse'],
    detail: { holes: { appendedLines: 1 } },
  },
  {
    name: 'names that are not UTF-8',
    before: "echo x > $'old\\xff'",
    run: "echo x > $'new\\xfe\\n'; rm $'old\\xff'",
    expected: ['added file new\\xfe\\n', 'removed file old\\xff'],
  },
  { name: 'a name with a space, a comma, a colon', run: "echo x > 'a b,c:d'", expected: ['added file a b,c:d'] },
  { name: '10,000 new files', run: 'seq 10000 19999 | xargs touch', expected: many() },
];

function many(): string[] {
  return Array.from({ length: 10_000 }, (_, index) => `added file ${10_000 + index}`);
}
