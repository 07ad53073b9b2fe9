import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { client } from '../support/client.ts'
import { randomFrom } from '../support/fake-random.ts'
import { adminAuthorization } from '../support/server-process.ts'
import { ask } from './ask.ts'
import { judge } from './sale.ts'

const patienceMilliseconds = 120_000
const pauseMilliseconds = 60
const workers = 3
const float = 15_000
const price = 3200

/** A till as its cashier was told of it: minor units. */
type TillOfCashier = {
  id: number
  cash: number
  moves: number
  sold: { order: number; minor: number }[]
  isClosed: boolean
}

/** Cashiers who sell, void, move cash and close their tills. They repeat a request with its key until they know its outcome. */
export async function openTills({ base, seed }: { base: () => string; seed: number }) {
  const random = randomFrom(seed)
  const tally = new Map<string, number>()
  const surprises: string[] = []
  const tills: TillOfCashier[] = []
  const work: { stopped: boolean; failure?: unknown } = { stopped: false }
  let last = ''
  const staff = (method: string, path: string, body?: unknown) =>
    client(base(), { authorization: adminAuthorization }).staff(method, path, body)
  const { event, ticket } = await putOnSale(staff)

  async function surely(path: string, body: object) {
    const headers = { 'idempotency-key': randomUUID(), authorization: adminAuthorization }
    const deadline = performance.now() + patienceMilliseconds
    for (;;) {
      const answer = await ask(base(), {
        method: 'POST',
        path: `/admin/v1${path}`,
        body,
        headers,
      })
      last = `${path}: ${answer.status} ${answer.text.slice(0, 200)}`
      const verdict = judge(answer)
      if (verdict === 'odd') surprises.push(last)
      if (verdict === 'final') return answer
      if (performance.now() > deadline) throw new Error(last)
      await wait((answer.status === 0 ? 5 : 1) * pauseMilliseconds * (1 + random()))
    }
  }

  async function act(name: string, path: string, body: object) {
    const { status, json } = await surely(path, body)
    const words = `${name} ${status < 300 ? 'done' : 'refused'}`
    tally.set(words, (tally.get(words) ?? 0) + 1)
    return status < 300 ? json : undefined
  }

  async function sell(till: TillOfCashier) {
    const quantity = 1 + Math.floor(random() * 3)
    const total = ((price * quantity) / 100).toFixed(2)
    const lines = [{ ticket, quantity }]
    const body = { event, till: till.id, lines, method: 'cash', expected_total: total }
    const sale = await act('sale', '/desk/sales', body)
    if (!sale) return
    till.sold.push({ order: sale.order, minor: price * quantity })
    till.cash += price * quantity
    till.moves += 1
  }

  async function takeBack(till: TillOfCashier) {
    const sale = till.sold.shift()
    if (sale === undefined) return
    const path = `/tills/${till.id}/voids`
    if (!(await act('void', path, { order: sale.order, reason: 'Wrong evening' }))) return
    till.cash -= sale.minor
    till.moves += 1
  }

  async function drop(till: TillOfCashier) {
    const body = { kind: 'drop', amount: '1.25', reason: 'To the safe', witness: 'Grace' }
    if (!(await act('drop', `/tills/${till.id}/moves`, body))) return
    till.cash -= 125
    till.moves += 1
  }

  async function worker() {
    while (!work.stopped) {
      const opened = await act('open', '/tills', { name: 'Desk', float: '150.00' })
      if (!opened) continue
      const till: TillOfCashier = {
        id: opened.id,
        cash: float,
        moves: 1,
        sold: [],
        isClosed: false,
      }
      tills.push(till)
      const acts = 2 + Math.floor(random() * 6)
      for (let n = 0; n < acts && !work.stopped; n += 1) {
        const kind = random()
        if (kind < 0.6) await sell(till)
        else if (kind < 0.8) await takeBack(till)
        else await drop(till)
      }
      till.isClosed = Boolean(await act('close', `/tills/${till.id}/close`, { counted: '100' }))
    }
  }

  return {
    tally,
    surprises,
    last: () => last,
    acts: () => {
      if (work.failure !== undefined) throw work.failure
      return [...tally.values()].reduce((sum, count) => sum + count, 0)
    },
    begin: () => {
      const all = Promise.all(Array.from({ length: workers }, worker))
      // Awaited below; until then whoever waits for an act is told.
      all.catch(error => {
        work.failure = error
      })
      return async () => {
        work.stopped = true
        await all
      }
    },
    differences: () => differencesOf(tills, staff),
  }
}

export type Tills = Awaited<ReturnType<typeof openTills>>
type Staff = ReturnType<typeof client>['staff']

/** What of the tills is not as their cashiers were told; one sentence each. */
async function differencesOf(tills: readonly TillOfCashier[], staff: Staff): Promise<string[]> {
  const differing: string[] = []
  const numbers: number[] = []
  for (const { id, cash, moves, isClosed } of tills) {
    const { json } = await staff('GET', `/admin/v1/tills/${id}`)
    const expected = Math.round(Number(json.expected) * 100)
    const named = json.moves.map(({ n }: { n: number }) => n)
    if (expected !== cash) differing.push(`till ${id} should hold ${cash}, and says ${expected}`)
    if (named.length !== moves || named.some((n: number, at: number) => n !== at + 1)) {
      differing.push(`till ${id} has the moves ${named.join(' ')} instead of ${moves}`)
    }
    if (json.open === isClosed) differing.push(`till ${id} is ${json.open ? 'open' : 'closed'}`)
    if (json.number !== null) numbers.push(json.number)
  }
  const gaps = numbers.toSorted((a, b) => a - b).filter((number, at) => number !== at + 1)
  if (gaps.length > 0) differing.push(`numbers of closed tills have a gap before ${gaps[0]}`)
  return differing
}

async function putOnSale(staff: Staff) {
  const event = await staff('POST', '/events/v1/events', {
    title: 'A night at the desk',
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 23:00:00',
    status: 'publish',
  })
  const { status, json } = await staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Stalls',
    price: (price / 100).toFixed(2),
    ticket: { mode: 'own', capacity: 100_000 },
  })
  if (status >= 300) throw new Error(`The ticket was refused: ${JSON.stringify(json)}`)
  return { event: event.json.id as number, ticket: json.id as number }
}
