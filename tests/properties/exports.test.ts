import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { plantEvent } from '../support/plant-event.ts'
import { plantOrders } from '../support/plant-orders.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const orders = Number(process.env['ORDERS'] ?? (long ? 40_000 : 1500))
/** Megabytes that an export may need, whatever its length. The file of the long run has a multiple of them. */
const megabytesMost = 48

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const app = await startApp()
const events = [await plantEvent(app), await plantEvent(app)]
await plantOrders(app, { count: orders, events })
const { authorization } = await app.person('administrator')
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as AddressInfo

const megabytes = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** Sells one place after the other until it is told to stop; returns what was answered. */
function sellUntil(ticket: number) {
  const answers: string[] = []
  const over = new AbortController()
  const selling = (async () => {
    do {
      const { orderId } = await buy(app, ticket)
      answers.push(orderId > 0 ? 'sold' : 'refused')
    } while (!over.signal.aborted)
  })()
  return {
    answers,
    stop: async () => {
      over.abort()
      await selling
    },
  }
}

test.each(['csv', 'ndjson', 'xlsx'] as const)(
  'f4: a %s of every order is whole and of flat memory while a sale runs, and nobody is refused for it',
  async format => {
    const ticket = await ticketOnSale(app, { priceMinor: 0, capacity: null })
    const before = megabytes()
    const sale = sellUntil(ticket.id)
    const headers = { authorization }
    const request = get({ port, path: `/svc/admin/v1/orders.${format}?sort=number`, headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    let [peak, bytes, lines, chunks] = [0, 0, 0, 0]
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      chunks += 1
      if (format !== 'xlsx') lines += chunk.toString('latin1').split('\n').length - 1
      if (chunks % 20 === 0) peak = Math.max(peak, megabytes())
    }
    await sale.stop()
    expect(bytes).toBeGreaterThan(1000)
    expect(sale.answers.length).toBeGreaterThan(0)
    expect(sale.answers.filter(said => said !== 'sold')).toEqual([])
    expect(peak - before).toBeLessThan(megabytesMost)
    // Orders that were sold while it was read may be in it; all that were there are.
    if (format !== 'xlsx') {
      expect(lines).toBeGreaterThanOrEqual(orders + (format === 'csv' ? 1 : 0))
    }
  },
  600_000,
)
