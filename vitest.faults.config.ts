import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

/** Servers and databases that are killed, cut off, filled up and misled: minutes instead of seconds, one after the other. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    setupFiles: ['tests/support/end-of-file.ts'],
    testTimeout: process.env['LONG'] === undefined ? 240_000 : 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['verbose', closingLine],
  },
})
