import { expect, test as guarded } from '@mam/fixtures';
import type { TestType } from '@playwright/test';
import { type InlineProject, inlineProject } from './inline-project.ts';
import { type Installed, install, type PlaywrightVersion } from './installed.ts';

export { expect };

type Of<T> = T extends TestType<infer Test, infer Worker> ? [Test, Worker] : never;

interface TestFixtures {
  /** A Playwright project in the sandbox of the test. */
  project: InlineProject;
}

interface WorkerFixtures {
  /** Which Playwright the project has. */
  playwrightVersion: PlaywrightVersion;
  installed: Installed;
}

export const test: TestType<Of<typeof guarded>[0] & TestFixtures, Of<typeof guarded>[1] & WorkerFixtures> =
  guarded.extend<TestFixtures, WorkerFixtures>({
    playwrightVersion: ['latest', { option: true, scope: 'worker' }],
    installed: [
      async ({ playwrightVersion }, use) => {
        const installed = install(playwrightVersion);
        await use(installed);
        installed.remove();
      },
      { scope: 'worker' },
    ],
    project: async ({ mamSandbox, installed }, use) => {
      await use(inlineProject(mamSandbox, installed));
    },
  });
