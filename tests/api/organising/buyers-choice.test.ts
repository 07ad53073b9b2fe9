import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { deliver, readMail } from '../../support/mailbox.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'

const paid = await startPaidApp({ REFUNDS_A_SECOND: '0', MAIL_PDF_KIB: 'off' })
const { app, card } = paid
const dayMs = 86_400_000

async function anEvening(happening: 'cancelled' | 'postponed', orders: number) {
  const eventId = await eventOnSale(app)
  const all = []
  for (let n = 0; n < orders; n += 1) all.push(await aPaidOrder(paid, { eventId, capacity: 50 }))
  await app.db.updateTable('events').set({ happening }).where('id', '=', eventId).execute()
  return { eventId, orders: all }
}

const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

const wish = (event: number, more: object = {}) => ({
  kind: 'refunds',
  event,
  choice_until: inDays(3),
  ...more,
})

/** The address of the order's page, as the mail to its buyer has it. */
async function askedByMail(orderId: number) {
  await deliver(app)
  const { json } = await app.admin('GET', '/messages', {
    as: 'administrator',
    query: { kind: 'order.choice', order: orderId },
  })
  expect(json.messages).toHaveLength(1)
  const mail = await readMail(app, json.messages[0].id)
  return { text: mail.text ?? '' }
}

async function pageOf(orderId: number) {
  const { text } = await askedByMail(orderId)
  const { search } = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return { query: search, text }
}

/** A browser on the page of the order, and what it posts there. */
async function visit(query: string) {
  const visitor = buyer(app)
  await visitor.open(`/tickets-order/${query}`)
  const secret = Object.fromEntries(new URLSearchParams(query))
  const item = itemIn(visitor.page().text)
  const choose = (choice: string, other = item) =>
    visitor.post('/tickets-order/choice', { ...secret, item: other, choice })
  return { visitor, item, choose }
}

const itemIn = (html: string) => /name="item" value="([^"]+)"/.exec(html)?.[1] ?? ''
const refundedAt = (intent = '') =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded

test('a buyer is asked by mail once, and the money goes back at the end where nobody chose', async () => {
  const { eventId, orders } = await anEvening('cancelled', 1)
  const made = await plan(app, wish(eventId))
  const { json } = await start(app, made.id)
  await workRuns(app)
  await workRuns(app)
  expect(outcomes(await readRun(app, json.id))).toEqual(['waiting 1 asked'])
  const { text } = await askedByMail(orders[0]?.id ?? 0)
  expect(text).toContain('If you do not, you get your money back.')
  expect(refundedAt(orders[0]?.intent)).toBe(0)
  paid.advance((4 * dayMs) / 1000)
  await workRuns(app)
  const run = await readRun(app, json.id)
  expect([run.state, outcomes(run)]).toEqual(['done', ['done 1']])
  expect(refundedAt(orders[0]?.intent)).toBe(3000)
})

test.each([
  ['refund', 'done 1', 3000],
  ['donate', 'skipped 1 donated', 0],
  ['keep', 'skipped 1 kept', 0],
])(
  'the choice %s on the page of the order is carried out at once',
  async (choice, outcome, back) => {
    const { eventId, orders } = await anEvening('postponed', 1)
    const made = await plan(app, wish(eventId, { otherwise: 'keep' }))
    const { json } = await start(app, made.id)
    await workRuns(app)
    const { id = 0, intent } = orders[0] ?? {}
    const { query } = await pageOf(id)
    const { visitor, choose } = await visit(query)
    expect(visitor.page().text).toContain('What should happen to your money?')
    await choose(choice)
    expect(visitor.page().text).toContain('Your choice is noted')
    await workRuns(app)
    const run = await readRun(app, json.id)
    expect([run.state, outcomes(run)]).toEqual(['done', [outcome]])
    expect(run.control).toMatchObject([{ difference: '0.00' }])
    expect(refundedAt(intent)).toBe(back)
    const places = await app.db
      .selectFrom('attendees')
      .select('status')
      .where('order_id', '=', id)
      .execute()
    expect(places.map(({ status }) => status)).toEqual([choice === 'keep' ? 'publish' : 'trash'])
    expect((await choose('refund')).status).toBe(409)
  },
)

test('an event that is called off offers no new date, and another order’s link chooses nothing', async () => {
  const { eventId, orders } = await anEvening('cancelled', 2)
  const made = await plan(app, wish(eventId))
  const { json } = await start(app, made.id)
  await workRuns(app)
  await deliver(app)
  const { query } = await pageOf(orders[1]?.id ?? 0)
  const { visitor, item, choose } = await visit(query)
  expect(visitor.page().text).not.toContain('for the new date')
  expect((await choose('keep')).status).toBe(422)
  const foreign = item.endsWith('.1') ? item.replace(/1$/, '2') : item.replace(/2$/, '1')
  expect((await choose('donate', foreign)).status).toBe(409)
  expect(outcomes(await readRun(app, json.id))).toEqual(['waiting 2 asked'])
})

test('a choice that cannot be is refused with what would be right', async () => {
  const { eventId } = await anEvening('cancelled', 1)
  const asked = async (more: object) => {
    const { status, json } = await app.admin('POST', '/plans', {
      as: 'administrator',
      body: wish(eventId, more),
    })
    expect(status).toBe(400)
    return Object.keys(json.data.params)
  }
  expect(await asked({ choice_until: '2001-01-01' })).toEqual(['choice_until'])
  expect(await asked({ otherwise: 'keep' })).toEqual(['otherwise'])
  expect(await asked({ give: 'nothing' })).toEqual(['choice_until'])
  expect(await asked({ choice_until: '2030-02-31' })).toEqual(['choice_until'])
})

/** A run whose buyers were asked, with the page of the first one. */
async function anAskedRun(happening: 'cancelled' | 'postponed', orders: number, more: object = {}) {
  const evening = await anEvening(happening, orders)
  const made = await plan(app, wish(evening.eventId, more))
  const { json } = await start(app, made.id)
  await workRuns(app)
  const { query } = await pageOf(evening.orders[0]?.id ?? 0)
  return { ...evening, run: json.id as number, query }
}

async function move(run: number, how: string) {
  const { status } = await app.admin('POST', `/runs/${run}/${how}`, { as: 'administrator' })
  expect(status).toBe(200)
  await workRuns(app)
}

test('buyers who choose go on choosing when a run is paused and continued', async () => {
  const { run, query, orders } = await anAskedRun('postponed', 2, { otherwise: 'keep' })
  await move(run, 'pause')
  const { visitor, choose } = await visit(query)
  await choose('refund')
  expect(visitor.page().text).toContain('Your choice is noted')
  await workRuns(app)
  expect(outcomes(await readRun(app, run))).toEqual(['waiting 2 asked'])
  await move(run, 'continue')
  expect(outcomes(await readRun(app, run))).toEqual(['done 1', 'waiting 1 asked'])
  expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([3000, 0])
  const other = await visit((await pageOf(orders[1]?.id ?? 0)).query)
  await other.choose('donate')
  await workRuns(app)
  const ended = await readRun(app, run)
  expect([ended.state, outcomes(ended)]).toEqual(['done', ['done 1', 'skipped 1 donated']])
})

test('money that was chosen while a run rests is left to a person when the run is stopped, and nothing else is', async () => {
  const { run, query, orders } = await anAskedRun('postponed', 3, { otherwise: 'keep' })
  await move(run, 'pause')
  const chosen = await visit(query)
  await chosen.choose('refund')
  expect(chosen.visitor.page().text).not.toContain('within minutes')
  const returned = await visit((await pageOf(orders[1]?.id ?? 0)).query)
  await returned.choose('refund')
  const elsewhere = await app.tickets('POST', `/orders/${orders[1]?.id}/refunds`, {
    as: 'administrator',
    body: { whole: true, method: 'by_hand' },
  })
  expect(elsewhere.status).toBe(201)
  await move(run, 'stop')
  const stopped = await readRun(app, run)
  expect(outcomes(stopped)).toEqual(['by_hand 1 chosen', 'skipped 2 stopped'])
  expect(stopped.control).toMatchObject([{ by_hand: '30.00', difference: '0.00' }])
  expect(stopped.outcomes[0].because).toContain('counts on it')
  const { json, status } = await app.admin('POST', `/runs/${run}/items/1/given`, {
    as: 'administrator',
  })
  expect([status, outcomes(json)]).toEqual([200, ['done 1 given', 'skipped 2 stopped']])
  expect(json.control).toMatchObject([{ returned: '30.00', difference: '0.00' }])
})

test('a run of the first two asks these, rests, and asks the others when it is continued', async () => {
  const { eventId, orders } = await anEvening('postponed', 3)
  const made = await plan(app, wish(eventId, { otherwise: 'donate' }))
  const { json } = await start(app, made.id, { first: 2 })
  await workRuns(app)
  const rests = await readRun(app, json.id)
  expect([rests.state, rests.paused_by, outcomes(rests)]).toEqual([
    'paused',
    'first',
    ['waiting 2 asked', 'waiting 1'],
  ])
  await move(json.id, 'continue')
  expect(outcomes(await readRun(app, json.id))).toEqual(['waiting 3 asked'])
  await askedByMail(orders[2]?.id ?? 0)
})

test('a buyer who was never asked gives nothing away', async () => {
  const { eventId, orders } = await anEvening('postponed', 3)
  await app.db
    .updateTable('orders')
    .set({ purchaser_email: '' })
    .where('id', '=', orders[1]?.id ?? 0)
    .execute()
  const made = await plan(app, wish(eventId, { otherwise: 'donate' }))
  const { json } = await start(app, made.id, { first: 2 })
  await workRuns(app)
  paid.advance((4 * dayMs) / 1000)
  await move(json.id, 'continue')
  const run = await readRun(app, json.id)
  expect([run.state, outcomes(run)]).toEqual(['done', ['skipped 1 donated', 'skipped 2 not_asked']])
  expect(run.control).toMatchObject([{ difference: '0.00' }])
  const places = await app.db
    .selectFrom('attendees')
    .select('status')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  expect(places.map(({ status }) => status)).toEqual(['trash', 'publish', 'publish'])
})

test.each([
  ['of which all went back by hand', 'refund'],
  ['of an event that is called off by now', 'cancelled'],
] as const)('an order %s is not asked any more', async (_, change) => {
  const { eventId, orders, run, query } = await anAskedRun('postponed', 1, { otherwise: 'keep' })
  const early = await visit(query)
  if (change === 'refund') {
    const body = { whole: true, method: 'by_hand' }
    const by = await app.tickets('POST', `/orders/${orders[0]?.id}/refunds`, {
      as: 'administrator',
      body,
    })
    expect(by.status).toBe(201)
  } else {
    await app.db
      .updateTable('events')
      .set({ happening: change })
      .where('id', '=', eventId)
      .execute()
  }
  const late = buyer(app)
  await late.open(`/tickets-order/${query}`)
  expect(late.page().text).not.toContain('What should happen to your money?')
  expect((await early.choose('keep')).status).toBe(409)
  paid.advance((4 * dayMs) / 1000)
  await workRuns(app)
  const ended = await readRun(app, run)
  expect([ended.state, ended.paused_by, outcomes(ended)]).toEqual(
    change === 'refund'
      ? ['done', null, ['skipped 1 changed']]
      : ['paused', 'event_changed', ['waiting 1 asked']],
  )
})
