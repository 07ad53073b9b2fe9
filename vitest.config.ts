import net from 'node:net'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

/** The server to test on: the one that is named, else one that answers on this machine, else none. */
async function serverUrl(): Promise<string | undefined> {
  const named = process.env['TEST_DATABASE_URL']
  if (named) return named
  const answers = await new Promise<boolean>(resolve => {
    const socket = net.connect(5432, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
  return answers ? 'postgres://postgres@127.0.0.1:5432/postgres' : undefined
}

const url = await serverUrl()
console.log(
  url
    ? 'Testing on the embedded database and on PostgreSQL.'
    : 'Testing on the embedded database only: no PostgreSQL answers (set TEST_DATABASE_URL).',
)

const long = process.env['LONG'] !== undefined
// They have their own run: `npm run test:faults`.
const faults = ['tests/faults/**', '**/node_modules/**']
const shared = {
  include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
  exclude: faults,
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/fixed-seed.ts'],
  testTimeout: long ? 3_600_000 : 60_000,
  hookTimeout: 120_000,
  pool: 'threads' as const,
  // The source is loaded once per thread instead of once per file: a third of the time.
  isolate: false,
}
const pure = ['src/**/*.test.ts', 'tests/architecture/**', 'tests/gateways/**']

export default defineConfig({
  test: {
    // One more than vitest's own choice on two cores: the tests wait for databases and processes half of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', closingLine],
    projects: [
      { test: { ...shared, name: 'embedded', env: { TEST_DATABASE: 'embedded' } } },
      ...(url
        ? [
            {
              test: {
                ...shared,
                // What needs no database has run already.
                exclude: [...faults, ...pure],
                name: 'postgres',
                env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: url },
              },
            },
          ]
        : []),
    ],
  },
})
