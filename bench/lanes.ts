/**
 * Holds per second of one hot ticket, and what a lone buyer waits:
 *   DATABASE_URL=postgres://… npx tsx bench/lanes.ts [seconds per measurement]
 * Prints one line per concurrency, and the plain transaction that a lone request is compared with.
 */
import { performance } from 'node:perf_hooks'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import { type HoldRequest, takeHolds } from '../src/ticketing/inventory/hold.ts'
import { createLanes, type LaneKind } from '../src/ticketing/inventory/lanes.ts'
import { anEvent, aTicket, expectStockInOrder } from '../tests/inventory/fixtures.ts'

const seconds = Number(process.argv[2] ?? 5)
const databaseUrl = process.env['DATABASE_URL']
if (databaseUrl === undefined) throw new Error('Set DATABASE_URL to an empty database.')

const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 10 })
await migrate(database)
const { db } = database
const kind: LaneKind<HoldRequest, string> = {
  name: 'hold',
  settle: async (tx, requests) => (await takeHolds(tx, requests)).map(held => held.kind),
}
const eventId = await anEvent(db)
const ticket = await aTicket(db, eventId, 100_000_000)
let cartId = 0
const wanted = (): HoldRequest => {
  cartId += 1
  return { cartId, lines: [{ ticketId: ticket.id, quantity: 1 }], holdSeconds: 900 }
}
const lanes = createLanes({ db, log: console })

/** Runs `work` from so many clients at once, each after its last answer. */
async function measure(name: string, clients: number, work: () => Promise<unknown>) {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await work()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  const rate = Math.round(times.length / elapsed)
  console.log(
    `${name.padEnd(28)} ${String(rate).padStart(7)} holds/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`,
  )
}

const hold = () => lanes.run([eventId], kind, wanted())
const plain = () => transaction(db, tx => takeHolds(tx, [wanted()]))
for (let round = 0; round < 200; round += 1) await Promise.all([hold(), plain()])
await measure('plain transaction, 1 client', 1, plain)
for (const clients of [1, 16, 256]) await measure(`lane, ${clients} clients`, clients, hold)
await measure('plain transaction, 16 clients', 16, plain)
await expectStockInOrder(db)
await lanes.drain()
await database.close()
