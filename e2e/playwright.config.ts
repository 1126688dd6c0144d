import { defineGuardedConfig } from '@mam/fixtures/config';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

/** Where the test command of the repository wants to read the outcomes. */
const report = process.env.MAM_TEST_REPORT;

const config: PlaywrightTestConfig = defineGuardedConfig(
  defineConfig({
    testDir: 'specs',
    fullyParallel: true,
    // Real runners in real processes: two of them at a time on the smallest machine that this is built for.
    workers: 2,
    forbidOnly: process.env.CI !== undefined,
    timeout: 120_000,
    outputDir: 'test-results',
    reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  }),
);

export default config;
