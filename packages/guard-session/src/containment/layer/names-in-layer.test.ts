import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, settingsIn } from '../testing/harness.ts';

let harness: Harness;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

describe.each(settingsIn('this root'))(
  'looking at what the run made of a registry, $title',
  ({ reason, ...setting }) => {
    const here = test.skipIf(reason !== null);

    here('names what it made, wrote and removed in a directory, and where the run sees a path', () => {
      const live = join(harness.directory('live'), setting.name);
      const [jobs, logs, gone, again, absent] = ['jobs', 'logs', 'gone', 'again', 'absent'].map((name) =>
        join(live, name),
      );
      const done = harness.run(setting, {
        mode: 'contain',
        roots: [live],
        before: `mkdir -p "${live}"; cd "${live}"; mkdir jobs logs gone again; echo a > jobs/a; echo b > jobs/b; echo l > logs/l`,
        command: [
          '/bin/sh',
          '-c',
          `cd "${live}"; echo n > jobs/n; rm jobs/a; echo x >> jobs/b; rmdir gone again; mkdir again`,
        ],
        namesIn: [jobs, logs, gone, again, absent, live, harness.base].map((path) => path ?? ''),
        viewIn: [join(live, 'jobs/n'), live, harness.base],
      });
      expect(done.names).toEqual([['a', 'b', 'n'], [], null, null, [], ['again', 'gone', 'jobs'], []]);
      expect(done.views).toEqual([expect.stringMatching(/\/jobs\/n$/), expect.stringMatching(/^\/proc\//), null]);
    });
  },
);
