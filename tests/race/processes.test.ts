import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import path from 'node:path'
import readline from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { anEvent, aTicket, expectStockInOrder } from '../inventory/fixtures.ts'
import type { Race } from './racer.ts'
import { pseudoRandom, seeds } from './seeds.ts'

const long = process.env['LONG'] !== undefined

describe.runIf(onPostgres && long)('three processes on one server (long)', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let database: OpenDatabase
  let racers: ReturnType<typeof racer>[] = []
  beforeAll(async () => {
    server = await createServerDatabase()
    database = await openDatabase({ databaseUrl: server.url, dataDir: '', poolSize: 2 })
    racers = [1, 2, 3].map(() => racer(server.url))
  })
  afterAll(async () => {
    for (const { process } of racers) process.stdin.end()
    await Promise.all(racers.map(({ ended }) => ended))
    await database.close()
    await server.drop()
  })

  test('sell exactly as many places as there are, for a thousand seeds', async () => {
    const { db } = database
    let firstCart = 1
    for (const seed of seeds(1000)) {
      const random = pseudoRandom(seed)
      const eventId = await anEvent(db)
      const places = 1 + random(12)
      const plan = { mode: 'global', capacity: null, eventCapacity: places } as const
      const tickets = [await aTicket(db, eventId, plan), await aTicket(db, eventId, plan)]
      const clients = places + random(10)
      const wins = await Promise.all(
        racers.map((one, at) =>
          one.run({
            eventId,
            ticketIds: tickets.map(({ id }) => id),
            firstCart: firstCart + at * clients,
            clients,
            seed: seed * 3 + at,
          }),
        ),
      )
      firstCart += 3 * clients
      expect([seed, wins.reduce((sum, won) => sum + won, 0)]).toEqual([seed, places])
    }
    await expectStockInOrder(db)
  })
})

function racer(databaseUrl: string) {
  const script = path.resolve(import.meta.dirname, 'racer.ts')
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['--import', 'tsx', script, databaseUrl],
    { stdio: 'pipe' },
  )
  child.stderr.pipe(process.stderr)
  const answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    ended: new Promise(resolve => child.once('close', resolve)),
    run: async (race: Race): Promise<number> => {
      child.stdin.write(`${JSON.stringify(race)}\n`)
      const { value } = await answers.next()
      return Number(value)
    },
  }
}
