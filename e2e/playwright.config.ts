import { defineGuardedConfig } from '@mam/fixtures/config';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

const config: PlaywrightTestConfig = defineGuardedConfig(
  defineConfig({
    testDir: 'specs',
    fullyParallel: true,
    // Real runners in real processes: two of them at a time on the smallest machine that this is built for.
    workers: 2,
    forbidOnly: process.env.CI !== undefined,
    timeout: 120_000,
    outputDir: 'test-results',
  }),
);

export default config;
