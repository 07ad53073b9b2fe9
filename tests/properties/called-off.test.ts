import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { bookNow, booksDiffer } from '../support/books-check.ts'
import { letMinutesPass } from '../support/buying.ts'
import { openTestDatabase } from '../support/database.ts'
import { deliverMessages, type Evening, ledgers, sellEvening } from '../support/evening.ts'
import { startFakeCard } from '../support/fake-card.ts'
import type { Fault } from '../support/fake-provider.ts'
import { randomFrom } from '../support/fake-random.ts'
import { startFakeWallet } from '../support/fake-wallet.ts'
import { deliver } from '../support/mailbox.ts'
import { mortalProcess } from '../support/mortal-process.ts'
import { movableClock } from '../support/movable-clock.ts'
import { cardSettings, walletSettings } from '../support/paid-app.ts'
import { outcomes, plan, readRun, start, workRuns } from '../support/running.ts'
import { openApp, testStart } from '../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined
const orders = Number(process.env['ORDERS'] ?? (isLong ? 2000 : 6))
const disputes = Math.max(1, Math.round(orders / 50))
const seed = Number(process.env['SEED'] ?? (isLong ? Math.floor(Math.random() * 1_000_000) : 2))
const kills = 3

const database = await openTestDatabase()
const life = mortalProcess(database)
const clock = movableClock(testStart)
const [card, wallet] = [await startFakeCard({ clock }), await startFakeWallet({ clock })]
const app = await openApp(
  life.database,
  { ...cardSettings(card), ...walletSettings(wallet), REFUNDS_A_SECOND: '0', MAIL_PDF_KIB: 'off' },
  { patience: { timeoutMs: isLong ? 2000 : 250, attempts: 2, firstWaitMs: 1 } },
)
const scene = { app, card, wallet }
afterAll(async () => {
  await app.close()
  await card.close()
  await wallet.close()
  await database.close()
})

/** What a provider does to a refund: it refuses for an empty balance, is busy, fails before or after its work, says nothing, or works. */
function moods(of: number): (request: string) => Fault | undefined {
  const random = randomFrom(of)
  return request => {
    const draw = random() * 100
    if (!request.includes('refund')) return undefined
    if (draw < 4 && request === 'POST /v1/refunds')
      return { kind: 'status', status: 402, when: 'before' }
    if (draw < 8) return { kind: 'status', status: 429, when: 'before', retryAfterSeconds: 0 }
    if (draw < 11) return { kind: 'status', status: 500, when: 'before' }
    if (draw < 14) return { kind: 'status', status: 500, when: 'after' }
    if (draw < 15) return { kind: 'hang' }
    return undefined
  }
}

/** The process and the providers on a bad day; a process that dies at so many effects is started again. */
async function badDay(of: number, dieAt: number) {
  const mood = moods(of)
  const meets = (request: string) => life.requestMeets() ?? mood(request)
  card.faults.decide(meets)
  wallet.faults.decide(meets)
  life.dieAt(dieAt)
  await workRuns(app).catch(() => undefined)
  const died = life.isDead()
  life.revive()
  card.faults.clear()
  wallet.faults.clear()
  app.clock.advance(21)
  return died
}

/** Everything of the other evening: its places, its stock, and its lines in whatever order. */
async function otherEvening({ otherId }: Evening): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(a)::text as line from attendees a where event_id = ${otherId}
    union all select to_jsonb(p)::text from pools p join tickets t on t.pool_id = p.id where t.event_id = ${otherId}
    union all select jsonb_build_array(id, quantity, refunded_quantity, refunded_minor)::text
      from order_lines where event_id = ${otherId}
    order by 1
  `.execute(app.db)
  return rows.map(({ line }) => line).join('\n')
}

async function plannedOf(planId: number) {
  const { rows } = await sql<{ id: number; action: string; reason: string; minor: number }>`
    select subject_id as id, action, reason, amount_minor as minor from plan_rows where plan_id = ${planId}
  `.execute(app.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Continues what rests and does failed items again, until nothing is open or failed. */
async function finish(runId: number) {
  for (let round = 0; round < 400; round += 1) {
    await badDay(seed + 1000 + round, round < 40 ? 1_000_000_000 : Infinity)
    await deliverMessages(scene)
    const run = await readRun(app, runId)
    expect(run.control.map(({ difference }: any) => difference)).toEqual(['0.00'])
    if (run.state === 'paused') await move(runId, 'continue')
    else if (run.state === 'done' && run.outcomes.some(({ state }: any) => state === 'failed'))
      await move(runId, 'retry')
    else if (run.state === 'done') return run
  }
  throw new Error(
    `The run does not end (SEED=${seed}): ${outcomes(await readRun(app, runId)).join(', ')}`,
  )
}

async function callOff(eventId: number) {
  const { status } = await app.events('PATCH', `/events/${eventId}`, {
    as: 'administrator',
    body: { happening: 'cancelled' },
  })
  expect(status).toBe(200)
}

const move = (runId: number, how: string) =>
  app.admin('POST', `/runs/${runId}/${how}`, { as: 'administrator' })

test(
  `e1, e5, C9: ${orders} orders of an evening that is called off get their money once, whatever dies and fails (SEED=${seed})`,
  async () => {
    const evening = await sellEvening(scene, { orders, disputes, seed })
    const { eventId, sold } = evening
    const before = await otherEvening(evening)
    await callOff(eventId)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const planned = await plannedOf(made.id)
    expect(new Set(planned.keys())).toEqual(new Set(sold.map(({ id }) => id)))
    const { json } = await start(app, made.id)
    const random = randomFrom(seed)
    let deaths = 0
    for (let round = 0; round < kills * 4 && deaths < kills; round += 1) {
      if (await badDay(seed + round, 20 + Math.floor(random() * orders * 6))) deaths += 1
      if ((await readRun(app, json.id)).state === 'paused') await move(json.id, 'continue')
    }
    expect(deaths).toBe(kills)
    const run = await finish(json.id)

    const told = ledgers(scene)
    const wrong = sold.flatMap(({ id, way, reference, before: was, stays, isOfTwo }) => {
      const row = planned.get(id)
      const line = told.get(reference)
      const back = (line?.refunded ?? 0) - was
      const isRight =
        way === 'cash'
          ? row?.action === 'by_hand' && row.minor > 0
          : stays !== null
            ? row?.action === 'skip' && row.reason === stays && back === 0
            : row?.action === 'do' &&
              back === row.minor &&
              (isOfTwo ? was + back < (line?.charged ?? 0) : was + back === line?.charged)
      return isRight ? [] : [JSON.stringify({ id, way, row, line, was, stays, isOfTwo })]
    })
    expect(wrong).toEqual([])
    const [control] = run.control
    expect([control.difference, control.open, control.failed]).toEqual(['0.00', '0.00', '0.00'])
    expect(control.planned).toBe(decimal([...planned.values()].map(({ minor }) => minor)))
    const promised = made.summary.sums.filter(({ action }: any) => action === 'do')
    expect(control.returned).toBe(
      decimal(promised.map(({ amount }: any) => Math.round(Number(amount) * 100))),
    )
    expect(await otherEvening(evening)).toBe(before)
    await demandBooks()
    await demandMails(evening)
  },
  isLong ? 7_200_000 : 60_000,
)

/** Each buyer is told once of each refund, and once that the evening is called off: with the refund, or by itself where the places stay valid. */
async function demandMails({ sold }: Evening) {
  await deliver(app)
  app.clock.advance(3600)
  await deliver(app)
  const { rows } = await sql<{ id: number; refunds: number; returned: number; cancelled: number }>`
    select o.id, (select count(*)::int from refunds r where r.order_id = o.id and r.state = 'done') as refunds,
      (select count(*)::int from messages m where m.order_id = o.id and m.kind = 'order.refunded' and m.state = 'captured') as returned,
      (select count(*)::int from messages m where m.recipient = o.purchaser_email and m.kind = 'event.cancelled' and m.state = 'captured') as cancelled
    from orders o
  `.execute(app.db)
  const counts = new Map(rows.map(row => [row.id, row]))
  const wrong = sold
    .filter(({ email }) => email !== '')
    .flatMap(({ id, stays }) => {
      const row = counts.get(id)
      const isRight =
        row?.returned === row?.refunds && row?.cancelled === (stays === 'checked_in' ? 1 : 0)
      return isRight ? [] : [JSON.stringify({ ...row, stays })]
    })
  expect(wrong).toEqual([])
}

const decimal = (amounts: number[]) => (amounts.reduce((sum, one) => sum + one, 0) / 100).toFixed(2)

/** The books, the orders and the providers say the same, way by way. */
async function demandBooks() {
  await letMinutesPass(app, 5)
  await reconcile(app.deps)
  await bookNow(app.db)
  expect(await booksDiffer(app.db)).toEqual([])
  expect((await auditOrders(app.db)).filter(({ what }) => what !== 'kept')).toEqual([])
  expect(await auditStock(app.db)).toEqual([])
  const { rows } = await sql<{ method: string; minor: number }>`
    select o.gateway as method, -sum(e.amount_minor)::bigint as minor from book_entries e join orders o on o.id = e.order_id
    where e.kind = 'refund' group by 1 order by 1
  `.execute(app.db)
  const sums = [card, wallet].map(({ ledger }) =>
    ledger().reduce((sum, { refunded }) => sum + refunded, 0),
  )
  expect(rows).toEqual([
    { method: 'card', minor: sums[0] },
    { method: 'wallet', minor: sums[1] },
  ])
}
