import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import { freeOrderKind } from '../src/shop/orders/free/place-free-order.ts'
import { type HoldRequest, takeHolds } from '../src/ticketing/inventory/hold.ts'
import { Refused } from '../src/ticketing/inventory/lane-kind.ts'
import { createLanes, type LaneKind } from '../src/ticketing/inventory/lanes.ts'
import { anEvent, aTicket } from '../tests/inventory/fixtures.ts'
import { fillCarts } from './ceiling.ts'

/** Medians in milliseconds. */
export type Lone = { name: string; lane: number; plain: number; ratio: number }

const carts = 20_000
const warmUps = 200

/**
 * The price of the lane for a lone buyer: hold and order in a lane, compared with the same writes in a
 * transaction of their own. Both alternate, one request at a time, without HTTP.
 */
export async function measureLone(
  settings: Record<string, string>,
  seconds: number,
): Promise<Lone[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const server = databaseUrl === undefined ? {} : { databaseUrl, poolSize: 4 }
  const database = await openDatabase({ ...server, dataDir })
  try {
    await migrate(database)
    const { db, pool } = database
    const eventId = await anEvent(db)
    const ticket = await aTicket(db, eventId, 10_000_000)
    await fillCarts(pool, { event: eventId, ticket: ticket.id, pool: String(ticket.poolId) }, carts)
    const lanes = createLanes({ db, log: console })
    const inLane =
      <Req, Res>(kind: LaneKind<Req, Res>, request: () => Req) =>
      () =>
        lanes.run([eventId], kind, request())
    const plainly =
      <Req, Res>(kind: LaneKind<Req, Res>, request: () => Req) =>
      () =>
        transaction(db, async tx => {
          const [result] = await kind.settle(tx, [request()], async () => {})
          if (result instanceof Refused) throw result.error
        })
    const order = numbered(orderOf)
    // Open holds of carts that do not exist, to fill the table.
    const hold = numbered(cartId => holdOf(carts + cartId, ticket.id))
    const found = [
      await compare('hold', inLane(holdKind, hold), plainly(holdKind, hold), seconds),
      await compare('order', inLane(freeOrderKind, order), plainly(freeOrderKind, order), seconds),
    ]
    await lanes.drain()
    return found
  } finally {
    await database.close()
  }
}

const holdKind: LaneKind<HoldRequest, string> = {
  name: 'hold',
  settle: async (tx, requests) => (await takeHolds(tx, requests)).map(held => held.kind),
}

const holdOf = (cartId: number, ticketId: number): HoldRequest => ({
  cartId,
  lines: [{ ticketId, quantity: 1 }],
  holdSeconds: 900,
})

const orderOf = (cartId: number) => ({
  cartId,
  purchaser: { name: 'Ann Example', email: 'ann@example.org' },
  userId: null,
  reference: randomBytes(16).toString('hex'),
  currency: 'USD',
  idempotency: undefined,
})

function numbered<T>(make: (id: number) => T): () => T {
  let last = 0
  return () => {
    last += 1
    return make(last)
  }
}

type Work = () => Promise<unknown>

async function compare(name: string, lane: Work, plain: Work, seconds: number): Promise<Lone> {
  for (let round = 0; round < warmUps; round += 1) {
    await lane()
    await plain()
  }
  const times: [lane: number[], plain: number[]] = [[], []]
  const end = performance.now() + seconds * 1000
  while (performance.now() < end && times[0].length < carts / 2 - warmUps) {
    times[0].push(await timeOf(lane))
    times[1].push(await timeOf(plain))
  }
  const [inLane, alone] = [median(times[0]), median(times[1])]
  return { name, lane: inLane, plain: alone, ratio: inLane / alone }
}

async function timeOf(work: Work): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
