// Database: in the short run the embedded one alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Client, client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { makeInstallation } from '../support/installation.ts'
import {
  adminAuthorization,
  runCommand,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'

/** On a quiet machine a second; the tests run beside others. */
const mailSecondsMost = 10

type Message = { id: number; kind: string; state: string; order_id: number }

const messagesOf = async ({ staff }: Client): Promise<Message[]> =>
  (await staff('GET', '/admin/v1/messages?limit=100')).json.messages

async function freeTicket({ base }: ServerProcess): Promise<number> {
  const { staff } = client(base, { authorization: adminAuthorization })
  const event = await staff('POST', '/events/v1/events', {
    title: 'Off the grid',
    start_date: '2031-06-02 14:00:00',
    end_date: '2031-06-02 16:00:00',
  })
  const ticket = await staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Stalls',
    price: '',
    ticket: { mode: 'own', capacity: 5 },
  })
  return ticket.json.id
}

/** Orders a ticket, and waits until the outbox has the mail. */
async function orderOne({ base }: ServerProcess, ticketId: number) {
  const shop = client(base, { authorization: adminAuthorization })
  const tickets = [{ ticket_id: ticketId, quantity: 1 }]
  const cart = await shop.anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
  const { cart_hash } = cart.json
  const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
  const order = await shop.anyone('POST', '/tickets/v1/commerce/free/order', {
    cart_hash,
    purchaser,
  })
  expect([cart.status, order.status, order.json]).toEqual([200, 200, expect.anything()])
  const until = Date.now() + mailSecondsMost * 1000
  while (Date.now() < until) {
    const messages = await messagesOf(shop)
    const mine = messages.find(({ order_id: id }) => id === order.json.id)
    if (mine?.state === 'captured') return { messages, mine }
    await wait(50)
  }
  throw new Error(JSON.stringify(await messagesOf(shop)))
}

test.skipIf(onPostgres)(
  'without a setting and without a network an order is readable at /outbox with its papers, and nothing sold before is mailed, also after a restart',
  async () => {
    const installation = await makeInstallation()
    const noted = path.join(installation.environment['DATA_DIR'] ?? '', 'noted')
    const watcher = pathToFileURL(path.join(import.meta.dirname, '../support/note-connections.mjs'))
    const environment = {
      ...installation.environment,
      NODE_OPTIONS: `--import ${watcher.href}`,
      NOTED_CONNECTIONS: noted,
    }
    const seeded = await runCommand(['seed', '--orders', '12'], environment)
    expect([seeded.code, seeded.output]).toEqual([0, expect.stringContaining('Sold')])

    const first = await startServer(environment)
    const ticketId = await freeTicket(first)
    const { messages, mine } = await orderOne(first, ticketId)
    expect(messages.filter(({ id }) => id !== mine.id).map(({ state }) => state)).toEqual(
      messages.slice(1).map(() => 'withdrawn'),
    )
    const open = (where: string, headers = {}) => fetch(`${first.base}${where}`, { headers })
    const shown = await (
      await open(`/outbox/${mine.id}`, { authorization: adminAuthorization })
    ).text()
    expect(shown).toMatch(/tickets-\d+\.pdf/)
    expect(shown).toContain('event.ics')
    const letter = await open(`/outbox/${mine.id}/html`, { authorization: adminAuthorization })
    expect(await letter.text()).toContain('src="data:image/png;base64,')
    expect((await open('/outbox')).status).toBe(401)
    await first.kill()

    const second = await startServer(environment)
    const { messages: all } = await orderOne(second, ticketId)
    const sent = all.filter(({ state }) => state !== 'withdrawn')
    expect(sent.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'order.confirmed captured',
      'order.confirmed captured',
    ])
    await second.kill()
    const lines = readFileSync(noted, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.filter(line => line !== 'watching')).toEqual([])
    await installation.remove()
  },
)
