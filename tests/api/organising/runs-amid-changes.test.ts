import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personWith } from '../../support/granting.ts'
import { aFilledCart, order } from '../../support/buying.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'

const paid = await startPaidApp({ REFUNDS_A_SECOND: '0' })
const { app, card } = paid

type Happening = 'scheduled' | 'cancelled' | 'postponed'

async function anEvent(count: number, happening: Happening = 'cancelled', draft: object = {}) {
  const eventId = await eventOnSale(app)
  const orders: { id: number; intent: string; attendees: number[] }[] = []
  for (let n = 0; n < count; n += 1) {
    orders.push(await aPaidOrder(paid, { eventId, capacity: 50, ...draft }))
  }
  await happens(eventId, happening)
  return { eventId, orders }
}

async function happens(eventId: number, happening: Happening) {
  const body = { happening }
  const { status } = await app.events('PUT', `/events/${eventId}`, { as: 'administrator', body })
  expect(status).toBe(200)
}

const refundedAt = (intent = '') =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded

/** A run of the event's refunds that rests behind the first one. */
async function restingRun(event: number, more: object = {}) {
  const made = await plan(app, { kind: 'refunds', event, ...more })
  const { json } = await start(app, made.id, { first: 1 })
  await workRuns(app)
  expect(await readRun(app, json.id)).toMatchObject({ state: 'paused', paused_by: 'first' })
  return json.id as number
}

async function move(run: number, how: string) {
  const { json } = await app.admin('POST', `/runs/${run}/${how}`, { as: 'administrator' })
  await workRuns(app)
  return json
}

test('a run of an event that takes place again rests, until the event is called off again', async () => {
  const { eventId, orders } = await anEvent(3)
  const run = await restingRun(eventId)
  await happens(eventId, 'scheduled')
  await move(run, 'continue')
  const rests = await readRun(app, run)
  expect([rests.state, rests.paused_by, rests.ended]).toEqual(['paused', 'event_changed', 1])
  expect(rests.because).toContain('called off')
  expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([3000, 0, 0])
  await happens(eventId, 'cancelled')
  await move(run, 'continue')
  expect(await readRun(app, run)).toMatchObject({ state: 'done', ended: 3 })
})

test('a run of an event that was postponed goes on when its new date is known', async () => {
  const { eventId } = await anEvent(2, 'postponed')
  const run = await restingRun(eventId)
  await happens(eventId, 'scheduled')
  await move(run, 'continue')
  expect(await readRun(app, run)).toMatchObject({ state: 'done', ended: 2 })
})

test('a run that began before its event was called off goes on', async () => {
  const { eventId } = await anEvent(2, 'scheduled')
  const run = await restingRun(eventId)
  await happens(eventId, 'cancelled')
  await move(run, 'continue')
  expect(await readRun(app, run)).toMatchObject({ state: 'done', ended: 2 })
})

test('an order that was disputed after the plan keeps its money, for its bank has it already', async () => {
  const { eventId, orders } = await anEvent(2)
  const run = await restingRun(eventId)
  card.dispute(orders[1]?.intent ?? '')
  await card.webhooks.deliver(paid.cardMessages)
  await move(run, 'continue')
  expect(outcomes(await readRun(app, run))).toEqual(['done 1', 'skipped 1 dispute'])
  expect(refundedAt(orders[1]?.intent)).toBe(0)
})

test('a place that somebody came in with after the plan stays', async () => {
  const { eventId, orders } = await anEvent(3, 'scheduled', { quantity: 2 })
  const run = await restingRun(eventId)
  for (const attendee of [...(orders[1]?.attendees ?? []), orders[2]?.attendees[0]]) {
    const body = { checked_in: true }
    const inside = await app.tickets('PATCH', `/attendees/${attendee}`, {
      as: 'administrator',
      body,
    })
    expect(inside.status).toBe(201)
  }
  await move(run, 'continue')
  const ended = await readRun(app, run)
  expect(outcomes(ended)).toEqual(['done 1', 'skipped 1 changed', 'skipped 1 checked_in'])
  expect(ended.control).toMatchObject([{ difference: '0.00' }])
  expect(orders.slice(1).map(({ intent }) => refundedAt(intent))).toEqual([0, 0])
})

test('an order that somebody refunded by itself, or at the provider, is left out once', async () => {
  const { eventId, orders } = await anEvent(4)
  const run = await restingRun(eventId)
  const [, byHand, heard, unheard] = orders
  await app.tickets('POST', `/orders/${byHand?.id}/refunds`, {
    as: 'administrator',
    body: { whole: true, method: 'by_hand' },
  })
  await refundAtProvider(heard?.intent)
  await card.webhooks.deliver(paid.cardMessages)
  await refundAtProvider(unheard?.intent)
  await move(run, 'continue')
  await card.webhooks.deliver(paid.cardMessages)
  expect(outcomes(await readRun(app, run))).toEqual([
    'done 1',
    'failed 1 provider_refused',
    'skipped 2 changed',
  ])
  await move(run, 'retry')
  const ended = await readRun(app, run)
  expect(outcomes(ended)).toEqual(['done 1', 'skipped 3 changed'])
  expect(ended.control).toMatchObject([{ difference: '0.00' }])
  expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([3000, 0, 3000, 3000])
})

async function refundAtProvider(intent = '') {
  const { status } = await fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${card.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intent }),
  })
  expect(status).toBe(200)
}

test('two runs over the same orders give each its money once', async () => {
  const { eventId, orders } = await anEvent(3)
  const plans = [
    await plan(app, { kind: 'refunds', event: eventId }),
    await plan(app, { kind: 'refunds', event: eventId, give: 'keep_percent', keep: '10' }),
  ]
  const runs = await Promise.all(plans.map(({ id }) => start(app, id)))
  await Promise.all([workRuns(app), workRuns(app)])
  await workRuns(app)
  const ended = await Promise.all(runs.map(({ json }) => readRun(app, json.id)))
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done'])
  for (const { control } of ended) expect(control).toMatchObject([{ difference: '0.00' }])
  const given = ended.reduce((sum, { control }) => sum + Number(control[0].returned), 0)
  const back = orders.map(({ intent }) => refundedAt(intent))
  expect(back.every(minor => minor === 3000 || minor === 2700)).toBe(true)
  expect(back.reduce((sum: number, minor) => sum + (minor ?? 0), 0)).toBe(Math.round(given * 100))
})

test('a run of unpaid orders rests when the person who began it loses the right', async () => {
  const { cart_hash, eventId } = await aFilledCart(app)
  const bought = await order(app, 'cardprocessor', cart_hash)
  const person = await personWith(app, { set: 'finance', eventId })
  const made = await plan(app, { kind: 'refunds', event: eventId, whom: 'unpaid' }, person)
  expect(made.summary.to_do).toBe(1)
  const { json } = await start(app, made.id, {}, person)
  await app.db.deleteFrom('grants').where('user_id', '=', person.userId).execute()
  await workRuns(app)
  expect(await readRun(app, json.id)).toMatchObject({ state: 'paused', paused_by: 'rights' })
  const { status } = await app.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', bought.json.order_id)
    .executeTakeFirstOrThrow()
  expect(status).not.toBe('voided')
})

test('a fault of the service is told as that, and not as the provider’s', async () => {
  const { eventId } = await anEvent(2)
  const run = await restingRun(eventId)
  await sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
    app.db,
  )
  await sql`create trigger broken before update on refunds for each row execute function refuse_it()`.execute(
    app.db,
  )
  await move(run, 'continue')
  await sql`drop trigger broken on refunds`.execute(app.db)
  expect(outcomes(await readRun(app, run))).toEqual(['done 1', 'waiting 1 error'])
  await workRuns(app, { moves: 3 })
  expect(outcomes(await readRun(app, run))).toEqual(['done 2'])
})

test('everybody reads the latest runs of their own events, however many others there are', async () => {
  const { eventId } = await anEvent(1)
  const run = await start(app, (await plan(app, { kind: 'refunds', event: eventId })).id)
  const person = await personWith(app, { set: 'finance', eventId })
  await sql`
    insert into runs (kind, plan_id, user_id, credential, event_id, wish, state, created_at)
    select kind, 1000000 + n, user_id, credential, null, wish, 'done', created_at from runs, generate_series(1, 120) n
    where id = ${run.json.id}`.execute(app.db)
  const { json } = await app.admin('GET', '/runs', { as: person })
  expect(json.runs.map(({ id }: { id: number }) => id)).toEqual([run.json.id])
})

test('a run moves as its state allows, and each refusal says what to do', async () => {
  const { eventId } = await anEvent(3)
  const run = await restingRun(eventId)
  const refused = async (how: string) => {
    const { json } = await app.admin('POST', `/runs/${run}/${how}`, { as: 'administrator' })
    expect(json.code).toBe('run-move-not-allowed')
    return json.message as string
  }
  expect(await refused('pause')).toContain('Only a run that goes on')
  expect(await refused('retry')).toContain('Nothing of it can be done again')
  const goes = await app.admin('POST', `/runs/${run}/continue`, { as: 'administrator' })
  expect(goes.json.state).toBe('running')
  expect(await refused('continue')).toContain('Only a run that rests')
  expect(await refused('retry')).toContain('pause it')
  await app.db
    .updateTable('run_items')
    .set({ state: 'doing', lease_until: inSeconds(15) })
    .where('run_id', '=', run)
    .where('n', '=', 2)
    .execute()
  expect((await move(run, 'stop')).state).toBe('stopping')
  expect(await refused('stop')).toContain('ends when')
  expect(await refused('continue')).toContain('Only a run that rests')
  expect(await refused('retry')).toContain('Plan the rest again')
  await workRuns(app, { moves: 2 })
  const stopped = await readRun(app, run)
  expect([stopped.state, outcomes(stopped)]).toEqual(['stopped', ['done 2', 'skipped 1 stopped']])
  for (const how of ['pause', 'continue', 'stop', 'retry']) {
    expect(await refused(how)).toContain('The run is stopped')
  }
})

const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000)

test('of the first ones, what failed is done again, and nothing beyond them', async () => {
  const { eventId, orders } = await anEvent(4)
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const { json } = await start(app, made.id, { first: 2 })
  card.refuseRefunds(true)
  await workRuns(app)
  card.refuseRefunds(false)
  expect(outcomes(await readRun(app, json.id))).toEqual(['failed 2 balance_empty', 'waiting 2'])
  await move(json.id, 'retry')
  const run = await readRun(app, json.id)
  expect([run.state, run.paused_by, outcomes(run)]).toEqual([
    'paused',
    'first',
    ['done 2', 'waiting 2'],
  ])
  await move(json.id, 'continue')
  expect(orders.map(({ intent }) => refundedAt(intent))).toEqual([3000, 3000, 3000, 3000])
})

test('a run that is paused among its first ones still rests behind them', async () => {
  const { eventId } = await anEvent(4)
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const { json } = await start(app, made.id, { first: 3 })
  await app.admin('POST', `/runs/${json.id}/pause`, { as: 'administrator' })
  await move(json.id, 'continue')
  expect(await readRun(app, json.id)).toMatchObject({
    state: 'paused',
    paused_by: 'first',
    ended: 3,
  })
})
