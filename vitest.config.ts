import net from 'node:net'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'
import { filesSaying } from './tests/support/named-database.ts'
import { hasPgBouncer } from './tests/support/pgbouncer.ts'
import { ofBuilt, plugins } from './tests/support/shipped-modules.ts'

// Each file makes a service of its own, so what the engine compiles for speed is soon of no use: it waits until code is much
// used. Compiling was a sixth of the time, on threads beside those of the tests. Young objects get room, to die before they are moved.
// Newer engines than that of Node 20 go by other counts, and do not know the option.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')
setFlagsFromString('--min-semi-space-size=16')

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

if (url && !hasPgBouncer) console.log('PgBouncer is not installed: what is behind it is skipped.')

const long = process.env['LONG'] !== undefined
/** `npm run test:process`: the program as users start it. Starting it so often takes as long as a third of all other tests. */
const ofProcesses = process.env['OF_PROCESSES'] !== undefined
const processes = ['tests/process/**/*.test.ts']
// They have runs of their own: `npm run test:faults`, `npm run test:browser`, `npm run test:console`.
const elsewhere = [
  'tests/faults/**',
  'tests/browser/**',
  'tests/door/**',
  'tests/console/**',
  '**/node_modules/**',
  ...(long || ofProcesses ? [] : processes),
]
const shared = {
  include: ofProcesses
    ? processes
    : ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'tests/**/*.test.ts'],
  exclude: elsewhere,
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: [
    'tests/support/fixed-seed.ts',
    'tests/support/watch-transactions.ts',
    'tests/support/end-of-file.ts',
  ],
  // The longest takes twelve seconds on a quick machine, and six times as long on a slow and busy one.
  testTimeout: long ? 3_600_000 : 120_000,
  hookTimeout: 120_000,
  pool: 'threads' as const,
  // The source is loaded once per thread instead of once per file: a third of the time.
  isolate: false,
  ...ofBuilt,
}
const pure = [
  'src/**/*.test.ts',
  'console/src/**/*.test.ts',
  'tests/architecture/**',
  'tests/gateways/**',
  ...filesSaying('none'),
]
// Guesses are counted in memory, pictures fetched over sockets and documents made of declarations: the database has little
// part in them, and they are dear.
const onceInShort = long ? [] : filesSaying('embedded')
// Decided and cleaned in our code, whatever the database: with a server there, the short run asks that alone.
const onServerInShort = long || !url ? [] : filesSaying('server')
/** What a process does with any database it does in the short run on a server, where it starts in a third of the time. */
const once = { TEST_ONCE: 'here' }

export default defineConfig({
  test: {
    // More than there are cores where there are two: the tests wait for databases and processes half of the time.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: ['default', closingLine],
    projects: [
      {
        plugins,
        test: {
          ...shared,
          exclude: [...elsewhere, ...onServerInShort],
          name: 'embedded',
          env: { TEST_DATABASE: 'embedded', ...(long || !url ? once : {}) },
        },
      },
      ...(url
        ? [
            {
              plugins,
              test: {
                ...shared,
                // What needs no database has run already.
                exclude: [...elsewhere, ...pure, ...onceInShort],
                name: 'postgres',
                env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: url, ...once },
              },
            },
          ]
        : []),
    ],
  },
})
