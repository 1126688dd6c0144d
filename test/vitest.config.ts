import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'workspace', testTimeout: 60_000, hookTimeout: 60_000 } });
