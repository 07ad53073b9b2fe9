import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'
import { ofBuilt, plugins } from './tests/support/shipped-modules.ts'

/** `npm run test:console`: the organiser's console in Debian's Chromium, over the embedded database and a real socket. */
export default defineConfig({
  plugins,
  test: {
    ...ofBuilt,
    include: ['tests/console/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/watch-transactions.ts', 'tests/support/end-of-file.ts'],
    env: { TEST_DATABASE: 'embedded' },
    reporters: ['default', closingLine],
    // Only for a test that hangs: each wait for a page ends after 20 s and says what it waited for.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A browser waits for its service, and the service for it: two of each use both cores.
    maxWorkers: 2,
    // The service is loaded once, not once per file.
    isolate: false,
  },
})
