import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'test/vitest.config.ts'],
    // Real processes, real trees: two workers on the smallest machine that this is built for.
    maxWorkers: 2,
  },
});
