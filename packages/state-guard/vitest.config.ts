import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'state-guard',
    include: ['{src,vectors}/**/*.test.ts'],
    setupFiles: ['src/testing/fixed-umask.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
