import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { startLoad, startServer, temporaryFolder, type Way } from './server.ts'
import { hotTicket } from './set-up.ts'

export type Start = {
  /** From the command to the first response on an empty database, in milliseconds. */
  freshMs: number
  /** From the command to the first response on an existing database, in milliseconds. */
  restarts: Restarts
  embeddedRestarts: Restarts
  /** Resident memory in MiB: after the start, and the peak during a sale. */
  idleMib: number
  busyMib: number
  /** Size of an installation on disk in MiB, without and with its dependencies. */
  ownMib: number
  installedMib: number
}

/** Medians of several runs, in milliseconds. */
export type Restarts = Record<Way, number>

const restartsEach = 7

/** Start-up time and size of the service. `settings` name an empty database. */
export async function measureStart(
  settings: Record<string, string>,
  seconds: number,
): Promise<Start> {
  const fresh = await startServer(settings)
  await fresh.stop()
  const restarts = await measureRestarts(settings)
  const embeddedRestarts =
    settings['DATABASE_URL'] === undefined ? restarts : await measureEmbedded(settings)
  const server = await startServer(settings)
  const load = startLoad()
  try {
    const idleMib = server.memory()
    const ticketId = await hotTicket(server, 10_000_000)
    const { host, port } = server
    const scenario = { kind: 'buy', ticketId, quantity: 2 } as const
    await load.run({ host, port, scenario, connections: 256, seconds })
    return {
      freshMs: fresh.startedInMilliseconds,
      restarts,
      embeddedRestarts,
      idleMib,
      busyMib: server.memoryMost(),
      ...installSize(),
    }
  } finally {
    load.stop()
    await server.stop()
  }
}

async function measureEmbedded(settings: Record<string, string>): Promise<Restarts> {
  const { folder, remove } = temporaryFolder()
  const { DATABASE_URL: _, ...others } = settings
  try {
    const embedded = { ...others, DATA_DIR: folder }
    await (await startServer(embedded)).stop()
    return await measureRestarts(embedded)
  } finally {
    remove()
  }
}

/** Both ways alternate, so that other load on the machine affects both. */
async function measureRestarts(settings: Record<string, string>): Promise<Restarts> {
  const taken: Record<Way, number[]> = { program: [], npmStart: [] }
  for (let round = 0; round < restartsEach; round += 1) {
    for (const way of ['program', 'npmStart'] as const) {
      const server = await startServer(settings, way)
      taken[way].push(server.startedInMilliseconds)
      await server.stop()
    }
  }
  return { program: median(taken.program), npmStart: median(taken.npmStart) }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const root = path.resolve(import.meta.dirname, '..')
const own = ['bin', 'dist/program', 'migrations', 'package.json']

/** Files of the service and of its run-time dependencies, as installed here. */
function installSize() {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [, ...packages] = listed.trim().split('\n')
  const ownMib = sum(own.map(name => sizeOf(path.join(root, name)))) / 2 ** 20
  return { ownMib, installedMib: ownMib + sum(packages.map(sizeOf)) / 2 ** 20 }
}

/** Bytes of a file or folder; nested packages are listed by themselves. */
function sizeOf(place: string): number {
  if (!existsSync(place)) return 0
  const found = statSync(place)
  if (!found.isDirectory()) return found.size
  const names = readdirSync(place).filter(name => name !== 'node_modules')
  return sum(names.map(name => sizeOf(path.join(place, name))))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
