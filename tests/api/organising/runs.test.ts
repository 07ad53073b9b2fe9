import { describe, expect, test } from 'vitest'
import { eventOnSale } from '../../support/on-sale.ts'
import { personWith } from '../../support/granting.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'

const paid = await startPaidApp({ REFUNDS_A_SECOND: '0' })
const { app, card } = paid

/** An event with so many paid orders of one place at 30.00. */
async function anEvent(orders = 3, draft: object = {}) {
  const eventId = await eventOnSale(app)
  const all = []
  for (let n = 0; n < orders; n += 1)
    all.push(await aPaidOrder(paid, { eventId, capacity: 50, ...draft }))
  return { eventId, orders: all }
}

const refundedAt = (intent: string) =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded

describe('a plan of refunds', () => {
  test('says what would be given back, and writes nothing to orders', async () => {
    const { eventId, orders } = await anEvent(2)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    expect(made.summary).toMatchObject({ rows: 2, to_do: 2, by_hand: 0, left_out: 0 })
    expect(made.summary.sums).toMatchObject([
      { action: 'do', method: 'card', currency: 'USD', rows: 2, count: 2, amount: '60.00' },
    ])
    expect(made.summary.warnings[0]).toContain('takes place')
    const { json } = await app.admin('GET', `/plans/${made.id}/rows`, { as: 'administrator' })
    expect(json.rows.map(({ subject }: any) => subject)).toEqual(orders.map(({ id }) => id))
    expect(json.rows[0]).toMatchObject({
      n: 1,
      name: 'Ada Lovelace',
      amount: '30.00',
      action: 'do',
    })
    expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([0, 0])
  })

  test('is its maker’s, and ends after an hour', async () => {
    const { eventId } = await anEvent(1)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const other = await app.makePerson('administrator')
    expect((await app.admin('GET', `/plans/${made.id}`, { as: other })).status).toBe(404)
    expect((await start(app, made.id, {}, other)).status).toBe(404)
    paid.advance(3601)
    expect((await app.admin('GET', `/plans/${made.id}`, { as: 'administrator' })).status).toBe(404)
    expect((await start(app, made.id)).json.code).toBe('plan-not-found')
  })

  test('names every member that is wrong', async () => {
    const { json, status } = await app.admin('POST', '/plans', {
      as: 'administrator',
      body: { kind: 'refunds', give: 'keep_percent', keep: '101' },
    })
    expect(status).toBe(400)
    expect(Object.keys(json.data.params)).toEqual(['event', 'keep'])
  })

  test.each([
    ['keep_fixed', '5.005', /an amount of USD/],
    ['keep_percent', '12.345', /at most two decimals/],
    ['keep_percent', '100.004', /0 to 100 per cent/],
  ])('with %s of %s is refused: nothing is rounded to less', async (give, keep, sentence) => {
    const { eventId } = await anEvent(1)
    const body = { kind: 'refunds', event: eventId, give, keep }
    const { status, json } = await app.admin('POST', '/plans', { as: 'administrator', body })
    expect(status).toBe(400)
    expect(json.data.params.keep).toMatch(sentence)
  })

  test.each([
    [{ give: 'keep_fixed', keep: '2.50' }, '55.00'],
    [{ give: 'keep_percent', keep: '10' }, '54.00'],
    [{ give: 'nothing' }, '0.00'],
  ])('with %j gives back %s of two places', async (how, amount) => {
    const { eventId } = await anEvent(1, { quantity: 2 })
    const { summary } = await plan(app, { kind: 'refunds', event: eventId, ...how })
    expect(summary.sums).toMatchObject([{ action: 'do', rows: 1, count: 2, amount }])
  })

  test('leaves out a disputed order and one that somebody came in with, each with its reason', async () => {
    const { eventId, orders } = await anEvent(3)
    const [disputed, inside] = orders
    card.dispute(disputed?.intent ?? '')
    await card.webhooks.deliver(paid.cardMessages)
    await app.db
      .updateTable('attendees')
      .set({ checked_in_at: new Date() })
      .where('order_id', '=', inside?.id ?? 0)
      .execute()
    const { summary } = await plan(app, { kind: 'refunds', event: eventId })
    expect(summary).toMatchObject({ to_do: 1 })
    const reasons = summary.sums.map(({ reason }: any) => reason)
    expect(reasons).toContain('checked_in')
  })
})

describe('a run', () => {
  test('gives each order its money once, and its control sum is zero', async () => {
    const { eventId, orders } = await anEvent(3)
    const made = await plan(app, { kind: 'refunds', event: eventId, reason: 'Called off' })
    const started = await start(app, made.id)
    expect(started.status).toBe(201)
    await workRuns(app)
    const run = await readRun(app, started.json.id)
    expect(run).toMatchObject({ state: 'done', items: 3, ended: 3 })
    expect(outcomes(run)).toEqual(['done 3'])
    expect(run.control).toMatchObject([{ planned: '90.00', returned: '90.00', difference: '0.00' }])
    expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([3000, 3000, 3000])
  })

  test('of a plan whose orders changed is refused with the new summary', async () => {
    const { eventId, orders } = await anEvent(2)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const id = orders[0]?.id ?? 0
    await app.tickets('POST', `/orders/${id}/refunds`, {
      as: 'administrator',
      body: { amount: '1.00' },
    })
    const refused = await start(app, made.id)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      code: 'plan-is-stale',
      data: { summary: { sums: [{ amount: '59.00' }] } },
    })
  })

  test('of the same plan again is the same run', async () => {
    const { eventId, orders } = await anEvent(1)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const [one, two] = await Promise.all([start(app, made.id), start(app, made.id)])
    await workRuns(app)
    const three = await start(app, made.id)
    expect([one.json.id, two.json.id]).toEqual([three.json.id, three.json.id])
    expect(refundedAt(orders[0]?.intent ?? '')).toBe(3000)
  })

  test('of the first three rests behind them, and goes on when it is continued', async () => {
    const { eventId } = await anEvent(5)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const { json } = await start(app, made.id, { first: 3 })
    await workRuns(app)
    const run = await readRun(app, json.id)
    expect(run).toMatchObject({ state: 'paused', paused_by: 'first', ended: 3 })
    expect(run.because).not.toBe('')
    const went = await app.admin('POST', `/runs/${json.id}/continue`, { as: 'administrator' })
    expect(went.json.state).toBe('running')
    await workRuns(app)
    expect(await readRun(app, json.id)).toMatchObject({ state: 'done', ended: 5 })
  })

  test('that is stopped leaves out what waits, and its sums still add up', async () => {
    const { eventId } = await anEvent(5)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const { json } = await start(app, made.id, { first: 2 })
    await workRuns(app)
    const stopped = await app.admin('POST', `/runs/${json.id}/stop`, { as: 'administrator' })
    expect(stopped.json.state).toBe('stopped')
    expect(outcomes(stopped.json)).toEqual(['done 2', 'skipped 3 stopped'])
    expect(stopped.json.control).toMatchObject([
      { planned: '150.00', returned: '60.00', skipped: '90.00', difference: '0.00' },
    ])
    const again = await app.admin('POST', `/runs/${json.id}/continue`, { as: 'administrator' })
    expect(again.json.code).toBe('run-move-not-allowed')
  })

  test('rests when the person who began it loses the right, and does nothing more', async () => {
    const { eventId, orders } = await anEvent(2)
    const person = await personWith(app, { set: 'finance', eventId })
    const made = await plan(app, { kind: 'refunds', event: eventId }, person)
    const { json } = await start(app, made.id, {}, person)
    await app.db.deleteFrom('grants').where('user_id', '=', person.userId).execute()
    await workRuns(app)
    expect(await readRun(app, json.id)).toMatchObject({
      state: 'paused',
      paused_by: 'rights',
      ended: 0,
    })
    expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([0, 0])
  })

  test('whose sum is beyond the limit of the person is refused', async () => {
    const { eventId } = await anEvent(2)
    const person = await personWith(app, {
      set: 'finance',
      eventId,
      refundLimit: { minor: 5000, currency: 'USD' },
    })
    const made = await plan(app, { kind: 'refunds', event: eventId }, person)
    const { status, json } = await start(app, made.id, {}, person)
    expect([status, json.code]).toEqual([403, 'refund-over-limit'])
  })

  test('that fails five times in a row in the same way rests, and retries only what failed', async () => {
    const { eventId, orders } = await anEvent(7)
    const made = await plan(app, { kind: 'refunds', event: eventId })
    const { json } = await start(app, made.id)
    card.refuseRefunds(true)
    await workRuns(app)
    const rests = await readRun(app, json.id)
    expect(rests).toMatchObject({ state: 'paused', paused_by: 'balance_empty' })
    expect(outcomes(rests)).toEqual(['failed 5 balance_empty', 'waiting 2'])
    card.refuseRefunds(false)
    await app.admin('POST', `/runs/${json.id}/retry`, { as: 'administrator' })
    await workRuns(app)
    const done = await readRun(app, json.id)
    expect(outcomes(done)).toEqual(['done 7'])
    expect(done.control).toMatchObject([{ returned: '210.00', failed: '0.00', difference: '0.00' }])
    expect(orders.map(({ intent }) => refundedAt(intent))).toEqual(Array(7).fill(3000))
  })

  test('lists by hand what cannot go back, and records that somebody gave it', async () => {
    const { eventId, orders } = await anEvent(1)
    const made = await plan(app, { kind: 'refunds', event: eventId, how: 'by_hand' })
    const { json } = await start(app, made.id)
    await workRuns(app)
    expect(outcomes(await readRun(app, json.id))).toEqual(['by_hand 1 wished'])
    for (let n = 0; n < 2; n += 1) {
      const given = await app.admin('POST', `/runs/${json.id}/items/1/given`, {
        as: 'administrator',
      })
      expect(given.status).toBe(200)
      expect(outcomes(given.json)).toEqual(['done 1 given'])
      expect(given.json.control).toMatchObject([{ returned: '30.00', difference: '0.00' }])
    }
    expect(refundedAt(orders[0]?.intent ?? '')).toBe(0)
  })
})
