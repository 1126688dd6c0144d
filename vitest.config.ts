import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*', 'test'],
    // Real processes, real trees: two workers on the smallest machine that this is built for.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
