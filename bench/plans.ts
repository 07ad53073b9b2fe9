/**
 * Whether statements read more when tables grow: orders, their pages, mails and lists among a few orders, and again among
 * many, on a server that does not count its tables by itself.
 *   node scripts/build.mjs program && npx tsx bench/plans.ts [--stories 40] [--orders 24000]
 * It prints the statements whose blocks a call grew most. A statement that searches a list may read somewhat more; one
 * that reads its rows by key may not.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from './cluster.ts'
import { head, machineWith, row } from './report.ts'
import type { Scenario } from './scenarios.ts'
import { authorization, type Server, startLoad, startServer } from './server.ts'
import { anEvent, aTicket, hotTicket, type NewEvent } from './set-up.ts'

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '40' },
    orders: { type: 'string', default: '24000' },
  },
})
const stories = Number(values.stories)
const orders = Number(values.orders)
const shownMost = 15
const places = 10_000_000
// Mails and the order of facts follow within seconds.
const followMs = 5000

type Stage = { server: Server; event: NewEvent; free: number; paid: number }
type Reply = Record<string, any>

/** What one buyer, and the staff behind them, do: an order by card, its page, its refund, lists, a cart that is emptied. */
async function tell({ server, event, free, paid }: Stage, number: number) {
  const ask = async (method: string, path: string, body?: object): Promise<Reply> => {
    const headers = {
      authorization,
      accept: 'application/json',
      'content-type': 'application/json',
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(server.base + path, { method, headers, ...sent })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`)
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
  const on = (path: string) => `/svc/tickets/v1${path}`
  const purchaser = { name: `Buyer ${number}`, email: `buyer-${number}@example.org` }
  const fill = (ticket_id: number, quantity: number, more = {}) =>
    ask('POST', on('/cart'), { provider: 'tc', tickets: [{ ticket_id, quantity }], ...more })
  const { cart_hash } = await fill(paid, 2)
  const begun = await ask('POST', on('/commerce/stripe/order'), { cart_hash, purchaser })
  const { payment_intent_id: intent, client_secret } = begun
  await ask('POST', on(`/commerce/stripe/order/${intent}`), { cart_hash, client_secret })
  const id: number = begun['order_id']
  const page = new URL(begun['return_url'])
  await ask('GET', page.pathname + page.search)
  await ask('GET', on(`/attendees?order_id=${id}`))
  await ask('GET', on(`/attendees?event_id=${event.id}&per_page=10`))
  await ask('GET', on(`/tickets?post_id=${event.id}`))
  await ask('GET', on('/orders?per_page=10'))
  await ask('POST', on(`/orders/${id}/refunds`), { whole: true })
  const left = await fill(free, 2)
  await fill(free, 0, { cart_hash: left['cart_hash'] })
}

type Read = { text: string; calls: number; blocks: number; ms: number }

/** Tells the stories, and returns what each statement read for one call. */
async function readBy(client: pg.Client, stage: Stage, first: number): Promise<Map<string, Read>> {
  await wait(followMs)
  await client.query('select pg_stat_statements_reset()')
  for (let number = first; number < first + stories; number += 1) await tell(stage, number)
  await wait(followMs)
  const { rows } = await client.query<Read & { id: string }>(`
    select queryid::text as id, left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as text, calls::int,
      ((shared_blks_hit + shared_blks_read) / calls)::int as blocks,
      (total_plan_time + total_exec_time) / calls as ms
    from pg_stat_statements where calls > 0 and dbid = (select oid from pg_database where datname = current_database())`)
  return new Map(rows.map(({ id, ...read }) => [id, read]))
}

function show(before: Map<string, Read>, after: Map<string, Read>) {
  const both = [...after].flatMap(([id, now]) => {
    const was = before.get(id)
    return was ? [{ was, now }] : []
  })
  const grown = both.toSorted((a, b) => b.now.blocks - b.was.blocks - (a.now.blocks - a.was.blocks))
  for (const { was, now } of grown.slice(0, shownMost)) {
    const figures = `${was.blocks} to ${now.blocks} blocks, ${was.ms.toFixed(2)} to ${now.ms.toFixed(2)} ms`
    row(now.text.replaceAll('|', '¦'), `${figures}; ${now.calls} calls`)
  }
}

async function main() {
  const cluster = await startCluster([
    'autovacuum=off',
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.track_planning=on',
  ])
  const databaseUrl = cluster.database('plans')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('create extension pg_stat_statements')
  const server = await startServer({ DATABASE_URL: databaseUrl, SANDBOX: 'on' })
  const load = startLoad()
  try {
    head(machineWith(cluster.version))
    const event = await anEvent(server)
    const paid = await aTicket(server, event, places, '10.00')
    const stage = { server, event, paid, free: await hotTicket(server, places) }
    for (let number = 0; number < 3; number += 1) await tell(stage, number)
    await client.query('analyze')
    await readBy(client, stage, 100)
    const before = await readBy(client, stage, 200)
    const quantity = 2
    const ways: Scenario[] = [
      { kind: 'buy', ticketId: stage.free, quantity },
      { kind: 'pay', way: 'card', ticketId: paid, quantity },
      { kind: 'pay', way: 'wallet', ticketId: paid, quantity },
    ]
    const { host, port } = server
    for (const scenario of ways) {
      const requests = Math.ceil(orders / ways.length)
      await load.run({ host, port, scenario, connections: 64, seconds: 300, requests })
    }
    show(before, await readBy(client, stage, 300))
  } finally {
    load.stop()
    await client.end()
    await server.stop()
    cluster.stop()
  }
}

await main()
