/**
 * One process of a race over several processes. It reads one race per line from its input and prints how many
 * places it won. node --import tsx tests/race/racer.ts <database address>
 */
import readline from 'node:readline'
import { openDatabase } from '../../src/platform/db/database.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { createLanes, type LaneKind } from '../../src/ticketing/inventory/lanes.ts'
import { pseudoRandom } from './seeds.ts'

export type Race = {
  eventId: number
  ticketIds: number[]
  firstCart: number
  clients: number
  seed: number
}

const database = await openDatabase({ databaseUrl: process.argv[2]!, dataDir: '', poolSize: 4 })
const lanes = createLanes({ db: database.db, log: console, batchMax: 8 })
const holding: LaneKind<{ cartId: number; ticketId: number }, boolean> = {
  name: 'hold',
  settle: async (tx, requests) => {
    const wanted = requests.map(({ cartId, ticketId }) => ({
      cartId,
      lines: [{ ticketId, quantity: 1 }],
      holdSeconds: 600,
    }))
    return (await takeHolds(tx, wanted)).map(({ kind }) => kind === 'held')
  },
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { eventId, ticketIds, firstCart, clients, seed } = JSON.parse(line) as Race
  const random = pseudoRandom(seed)
  const answers = await Promise.all(
    Array.from({ length: clients }, (_, at) => {
      const ticketId = ticketIds[random(ticketIds.length)]!
      return lanes.run([eventId], holding, { cartId: firstCart + at, ticketId })
    }),
  )
  process.stdout.write(`${answers.filter(won => won).length}\n`)
}
await lanes.drain()
await database.close()
