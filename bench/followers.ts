/**
 * What mails and papers cost a sale: the same sell-out with them and without, by turns.
 *   node scripts/build.mjs program && npx tsx bench/followers.ts [--only sale,changes,papers] [--pairs 5] [--places 10000] [--connections 64] [--json file]
 * Without them means that nobody reads the facts: the followers' rows are deleted behind the start. PostgreSQL, the server and the
 * buyers are processes of their own; the mail server is in this one. The bars: orders a second at least 0.9 of those without, p99
 * at most 1.5 times, both as the median of the pairs; the last mail at most 180 seconds after the last order; at most 150 MiB
 * more at the peak; the mail of a lone order within 2 seconds (p95). Beside it: from a write to `GET /changes` at 200 writes a second
 * (p95: 300 ms in the same process, 1.3 s in another), and what PDFs cost readers of the list (p99 at most 1.3 times).
 */
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Cluster, startCluster } from './cluster.ts'
import { head, machineWith, row, times, whole } from './report.ts'
import { type Load, type Server, startLoad, startServer } from './server.ts'
import { anEvent, hotTicket } from './set-up.ts'
import { type Sink, startSink, untilTaken } from './sink.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'sale,changes,papers' },
    pairs: { type: 'string', default: '5' },
    places: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    json: { type: 'string' },
  },
})
const pairs = Number(values.pairs)
const places = Number(values.places)
const connections = Number(values.connections)
const quantity = 2
const loneOrders = 20

type Sale = {
  /** Orders a second, and their 99th percentile in milliseconds. */
  rate: number
  p99: number
  memoryMost: number
  /** Seconds from the last order to the last mail. */
  mailed?: number
  /** Seconds from a lone order to its mail: the 95th percentile. */
  lone?: number
}

type Stage = { cluster: Cluster; load: Load; sink: Sink }

async function sellOut(
  { cluster, load, sink }: Stage,
  name: string,
  mails: boolean,
): Promise<Sale> {
  const databaseUrl = cluster.database(name)
  const server = await startServer({ DATABASE_URL: databaseUrl, SMTP_URL: sink.url })
  try {
    if (!mails) await stopFollowing(databaseUrl)
    const ticketId = await hotTicket(server, places)
    sink.taken.length = 0
    const { host, port } = server
    const orders = places / quantity
    const scenario = { kind: 'buy', ticketId, quantity } as const
    const job = { host, port, scenario, connections, seconds: 600, requests: orders }
    const sold = await load.run(job)
    const ended = performance.now()
    if (sold.wanted !== orders) {
      throw new Error(`${sold.wanted} of ${orders} orders: ${JSON.stringify(sold.statuses)}`)
    }
    const mailed = mails ? (await untilTaken(sink, orders)) - ended : 0
    const sale = { rate: sold.rate, p99: sold.p99, memoryMost: server.memoryMost() }
    if (!mails) return sale
    return {
      ...sale,
      mailed: Math.max(0, mailed) / 1000,
      lone: await loneMails(server, load, sink),
    }
  } finally {
    await server.stop()
  }
}

/** Facts are numbered, and nobody reads them. */
async function stopFollowing(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rowCount } = await client.query(
    `delete from followers where name in ('messages', 'notices')`,
  )
  await client.end()
  if (rowCount !== 2) throw new Error('The followers have other names.')
}

async function loneMails(server: Server, load: Load, sink: Sink): Promise<number> {
  const ticketId = await hotTicket(server, loneOrders)
  const { host, port } = server
  const scenario = { kind: 'buy', ticketId, quantity: 1 } as const
  const took: number[] = []
  for (let order = 0; order < loneOrders; order += 1) {
    const before = sink.taken.length
    await load.run({ host, port, scenario, connections: 1, seconds: 60, requests: 1 })
    const ended = performance.now()
    took.push(Math.max(0, (await untilTaken(sink, before + 1)) - ended) / 1000)
  }
  return share(took, 0.95)
}

const share = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(part * numbers.length) - 1] ?? 0

type Changes = { cursor: string; changes: { data: { event_id: number } }[] }

/** Seconds from the answer to each write until a reader of the changes has it; times are by event, in their order. */
async function readChanges(server: Server, total: number, written: Map<number, number[]>) {
  const late: number[] = []
  const count = new Map<number, number>()
  let { cursor } = await server.call<Changes>('GET', '/svc/admin/v1/changes?after=latest')
  return {
    late,
    done: (async () => {
      while (late.length < total) {
        const path = `/svc/admin/v1/changes?after=${cursor}&types=event.saved&limit=1000&wait=20`
        const read = await server.call<Changes>('GET', path)
        const now = performance.now()
        cursor = read.cursor
        for (const { data } of read.changes) {
          const { event_id: id } = data
          const nth = count.get(id) ?? 0
          count.set(id, nth + 1)
          // A change may be read before the writer has its answer.
          late.push(Math.max(0, now - (written.get(id)?.[nth] ?? now)) / 1000)
        }
      }
    })(),
  }
}

const writers = 8
const writesEach = 250
const writesPerSecond = 200

async function measureChanges({ cluster, sink }: Stage) {
  const settings = { DATABASE_URL: cluster.database('changes'), SMTP_URL: sink.url }
  const [own, other] = [await startServer(settings), await startServer(settings)]
  try {
    const events = await Promise.all(
      Array.from({ length: writers }, (_, number) => anEvent(own, { title: `Night of ${number}` })),
    )
    await wait(2000)
    const written = new Map<number, number[]>(events.map(({ id }) => [id, []]))
    const total = writers * writesEach
    const readers = [
      await readChanges(own, total, written),
      await readChanges(other, total, written),
    ]
    const began = performance.now()
    const write = async ({ id }: { id: number }, writer: number) => {
      for (let nth = 0; nth < writesEach; nth += 1) {
        const due = began + ((nth * writers + writer) / writesPerSecond) * 1000
        await wait(Math.max(0, due - performance.now()))
        await own.call('POST', `/svc/events/v1/events/${id}`, { title: `Night ${nth}` })
        written.get(id)?.push(performance.now())
      }
    }
    await Promise.all(events.map(write))
    const seconds = (performance.now() - began) / 1000
    await Promise.all(readers.map(({ done }) => done))
    const [here = 0, there = 0] = readers.map(({ late }) => share(late, 0.95) * 1000)
    row('writes a second', whole(total / seconds))
    row(
      'from a write to /changes, p95; in another process',
      `${whole(here)} ms; ${whole(there)} ms`,
    )
  } finally {
    await own.stop()
    await other.stop()
  }
}

const ticketsDrawn = 10

type Drawn = { id: number; security_code: string }

async function ticketsOf(server: Server, ticketId: number): Promise<Drawn[]> {
  const tickets = [{ ticket_id: ticketId, quantity: ticketsDrawn }]
  const cart = await server.call<{ cart_hash: string }>('POST', '/svc/tickets/v1/cart', {
    provider: 'tc',
    tickets,
  })
  const purchaser = { name: 'Ann Example', email: 'ann@example.org' }
  const body = { cart_hash: cart.cart_hash, purchaser }
  const path = '/svc/tickets/v1/commerce/free/order'
  return (await server.call<{ attendees: Drawn[] }>('POST', path, body)).attendees
}

async function measurePapers({ cluster, load, sink }: Stage) {
  const server = await startServer({ DATABASE_URL: cluster.database('papers'), SMTP_URL: sink.url })
  try {
    const ticketId = await hotTicket(server, ticketsDrawn)
    const attendees = await ticketsOf(server, ticketId)
    const { host, port, base } = server
    const read = () => {
      const list = { kind: 'read', paths: ['/svc/events/v1/events'] } as const
      return load.run({ host, port, scenario: list, connections: 4, seconds: 10, rate: 200 })
    }
    await read()
    const idle = await read()
    const drawing = { drawn: 0, isOver: false }
    const drawer = async (number: number) => {
      for (let at = number; !drawing.isOver; at += 4) {
        const { id, security_code: code } = attendees[at % attendees.length] ?? attendees[0] ?? {}
        const paper = await fetch(`${base}/tickets/pdf/${id}/${code}.pdf`)
        await paper.arrayBuffer()
        if (paper.status === 200) drawing.drawn += 1
      }
    }
    const drawers = [0, 1, 2, 3].map(drawer)
    const beside = await read()
    drawing.isOver = true
    await Promise.all(drawers)
    row('PDFs drawn a second beside 200 reads a second', whole(drawing.drawn / 10))
    const p99s = `${idle.p99.toFixed(1)} ms, ${beside.p99.toFixed(1)} ms`
    row(
      'p99 of the list without and with them (1.3 at most)',
      `${p99s}: ${times(beside.p99 / idle.p99)}`,
    )
  } finally {
    await server.stop()
  }
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function shown({ rate, p99, memoryMost, mailed, lone }: Sale): string {
  const sale = `${whole(rate)} orders a second, p99 ${whole(p99)} ms, ${whole(memoryMost)} MiB`
  if (mailed === undefined || lone === undefined) return sale
  return `${sale}; last mail ${mailed.toFixed(1)} s after, of a lone order ${lone.toFixed(2)} s`
}

/** Sales with mails and without, by turns. */
async function measureSales(stage: Stage) {
  const found: { with: Sale; without: Sale }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const sales: Sale[] = []
    // Each goes first in every other pair.
    for (const mails of pair % 2 === 0 ? [true, false] : [false, true]) {
      const sale = await sellOut(stage, `sale_${pair}_${mails ? 'with' : 'without'}`, mails)
      row(`${pair + 1} ${mails ? 'with' : 'without'} mails`, shown(sale))
      if (mails) sales.unshift(sale)
      else sales.push(sale)
    }
    const [withMails, without] = sales
    if (withMails && without) found.push({ with: withMails, without })
  }
  const ratio = (of: (sale: Sale) => number) =>
    median(found.map(pair => of(pair.with) / of(pair.without)))
  row('orders a second, median of pairs (0.9 at least)', times(ratio(({ rate }) => rate)))
  row('p99, median of pairs (1.5 at most)', times(ratio(({ p99 }) => p99)))
  const more = found.map(pair => pair.with.memoryMost - pair.without.memoryMost)
  row('more memory, median of pairs (150 MiB at most)', `${whole(median(more))} MiB`)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(found, undefined, 2))
}

const parts = { sale: measureSales, changes: measureChanges, papers: measurePapers }

async function main() {
  const cluster = await startCluster()
  const stage = { cluster, load: startLoad(), sink: await startSink() }
  head(machineWith(cluster.version))
  try {
    const wanted = new Set(values.only.split(','))
    for (const [name, measure] of Object.entries(parts)) {
      if (wanted.has(name)) await measure(stage)
    }
  } finally {
    stage.load.stop()
    await stage.sink.close()
    cluster.stop()
  }
}

await main()
