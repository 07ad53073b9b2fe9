import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refund } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { aPaidOrder, anOrderOfTwoEvents } from '../../support/paid-order.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const paidApp = await startPaidApp()
const { app, card, cardMessages } = paidApp
const staff = { as: 'administrator' } as const

type Entry = { kind: string; order: number | null; link: string; deadline: string | null }

/** What waits at one event, for somebody who manages it alone. */
async function waitingAt(eventId: number): Promise<Entry[]> {
  const as = await personWith(app, { set: 'manager', eventId })
  const { json, status } = await app.admin('GET', '/attention', { as })
  expect(status).toBe(200)
  for (const { events } of json.entries) expect(events).toEqual([eventId])
  return json.entries
}
const kindsAt = async (eventId: number) => (await waitingAt(eventId)).map(({ kind }) => kind)

/** Moves an event so that it begins so many hours from now. */
const beginsIn = (eventId: number, hours: number) => {
  const at = new Date(app.clock.now().getTime() + hours * 3_600_000)
  return app.db
    .updateTable('events')
    .set({
      starts_at: at,
      ends_at: new Date(at.getTime() + 7_200_000),
      timezone: 'UTC',
      start_local: sql`${at.toISOString()}::timestamptz at time zone 'UTC'`,
      end_local: sql`${at.toISOString()}::timestamptz at time zone 'UTC' + interval '2 hours'`,
    })
    .where('id', '=', eventId)
    .execute()
}

describe('the list of what waits', () => {
  test('has a dispute with its deadline until it ended', async () => {
    const bought = await aPaidOrder(paidApp)
    expect(await kindsAt(bought.eventId)).toEqual([])
    const dispute = card.dispute(bought.intent)
    await card.webhooks.deliver(cardMessages)
    const [entry, ...others] = await waitingAt(bought.eventId)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      kind: 'dispute',
      id: dispute,
      order: bought.id,
      link: expect.stringMatching(new RegExp(`/admin/orders/${bought.id}$`)),
    })
    const days = (Date.parse(entry!.deadline!) - app.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(6)
    card.closeDispute(dispute, 'won')
    await card.webhooks.deliver(cardMessages)
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  test('has a refund that failed until the money went back in another way', async () => {
    const bought = await aPaidOrder(paidApp)
    card.setRefunds('later')
    await refund(app, bought.id, { amount: '30.00' })
    card.setRefunds('now')
    const { id } = await app.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', bought.id)
      .executeTakeFirstOrThrow()
    card.finishRefund(card.pendingRefunds().at(-1)!, false)
    await card.webhooks.deliver(cardMessages)
    expect(await waitingAt(bought.eventId)).toMatchObject([
      { kind: 'refund_failed', id: String(id), order: bought.id },
    ])
    await refund(app, bought.id, { amount: '30.00', method: 'cash' })
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  test('has a refund that is pending for two days until it is done', async () => {
    const bought = await aPaidOrder(paidApp)
    card.setRefunds('later')
    await refund(app, bought.id, { amount: '30.00' })
    card.setRefunds('now')
    const since = (days: number) =>
      app.db
        .updateTable('refunds')
        .set({ created_at: new Date(app.clock.now().getTime() - days * 86_400_000) })
        .where('order_id', '=', bought.id)
        .execute()
    await since(1)
    expect(await kindsAt(bought.eventId)).toEqual([])
    await since(3)
    expect(await kindsAt(bought.eventId)).toEqual(['refund_pending'])
    card.finishRefund(card.pendingRefunds().at(-1)!)
    await card.webhooks.deliver(cardMessages)
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  /** Gives money back in the dashboard of the provider. */
  async function refundElsewhere(intent: string, amount: number, attendees = '') {
    await fetch(`${card.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${card.secretKey}` },
      body: new URLSearchParams({
        payment_intent: intent,
        amount: String(amount),
        ...(attendees !== '' && { 'metadata[attendees]': attendees }),
      }),
    })
    await card.webhooks.deliver(cardMessages)
  }

  test('has money that was given back at the provider until somebody ends a place', async () => {
    const bought = await aPaidOrder(paidApp, { quantity: 2 })
    await refundElsewhere(bought.intent, 3000)
    const seen = await app.tickets('GET', `/orders/${bought.id}`, staff)
    expect(seen.json).toMatchObject({ refunded: '30.00', status: 'completed' })
    expect(seen.json.attendees).toHaveLength(2)
    expect(await kindsAt(bought.eventId)).toEqual(['refund_unplaced'])
    await refund(app, bought.id, { attendees: [bought.attendees[0]!], amount: '0' })
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  test('has no money that was given back at the provider for attendees who are named there, whose places end', async () => {
    const bought = await aPaidOrder(paidApp, { quantity: 3 })
    const other = await aPaidOrder(paidApp)
    const [first, second] = bought.attendees
    // Somebody else's place is none of this order.
    await refundElsewhere(bought.intent, 3000, `${first}, ${other.attendees[0]}`)
    const seen = await app.tickets('GET', `/orders/${bought.id}`, staff)
    expect(seen.json).toMatchObject({ refunded: '30.00', status: 'completed' })
    expect(seen.json.attendees.map(({ id }: { id: number }) => id)).toEqual(
      bought.attendees.slice(1),
    )
    expect(await kindsAt(bought.eventId)).toEqual([])
    expect(await kindsAt(other.eventId)).toEqual([])
    // What is no list of numbers names nobody.
    await refundElsewhere(bought.intent, 1000, `${second}; drop`)
    expect(await kindsAt(bought.eventId)).toEqual(['refund_unplaced'])
  })

  test('has money that was given back at the provider until a note says why the places stay', async () => {
    const bought = await aPaidOrder(paidApp, { quantity: 2 })
    await refundElsewhere(bought.intent, 500)
    expect(await kindsAt(bought.eventId)).toEqual(['refund_unplaced'])
    const body = { text: 'A goodwill: the hall was cold.' }
    await app.admin('POST', `/orders/${bought.id}/notes`, { ...staff, body })
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  test('has a bounced mail until the address is corrected', async () => {
    const bought = await aPaidOrder(paidApp)
    const now = app.clock.now()
    await app.db
      .insertInto('messages')
      .values({
        kind: 'order.confirmed',
        cause: `order.completed ${bought.id} again`,
        recipient: 'Ada@example.org',
        about_kind: 'order',
        about_id: bought.id,
        order_id: bought.id,
        locale: 'en',
        state: 'bounced',
        send_at: now,
        created_at: now,
        bounced_at: now,
      })
      .execute()
    expect(await waitingAt(bought.eventId)).toMatchObject([
      { kind: 'mail_bounced', order: bought.id },
    ])
    const body = { email: 'ada.lovelace@example.org' }
    await app.admin('PATCH', `/orders/${bought.id}`, { ...staff, body })
    expect(await kindsAt(bought.eventId)).toEqual([])
  })

  test('has a pool of which more than 95 of 100 places are taken until it grows', async () => {
    const { id, eventId } = await ticketOnSale(app, { capacity: 100 })
    const set = (change: { sold?: number; capacity?: number }) =>
      app.db.updateTable('pools').set(change).where('event_id', '=', eventId).execute()
    await set({ sold: 95 })
    expect(await kindsAt(eventId)).toEqual([])
    await set({ sold: 96 })
    const [entry] = await waitingAt(eventId)
    expect(entry).toMatchObject({ kind: 'pool_nearly_full', ticket: id })
    expect(entry?.link).toMatch(new RegExp(`/admin/events/${eventId}/tickets/${id}$`))
    await set({ capacity: 200 })
    expect(await kindsAt(eventId)).toEqual([])
  })

  test('has an event of this evening until a phone is paired for its door', async () => {
    const { eventId } = await ticketOnSale(app)
    await beginsIn(eventId, 30)
    expect(await kindsAt(eventId)).toEqual([])
    await beginsIn(eventId, 6)
    const [entry] = await waitingAt(eventId)
    expect(entry).toMatchObject({ kind: 'event_without_door' })
    expect(entry?.link).toMatch(new RegExp(`/admin/door\\?event=${eventId}$`))
    const device = { name: 'Left door', event_ids: sql<number[]>`array[${eventId}]::bigint[]` }
    const { id } = await app.db
      .insertInto('door_devices')
      .values(device)
      .returning('id')
      .executeTakeFirstOrThrow()
    // Its code was not read yet.
    expect(await kindsAt(eventId)).toEqual(['event_without_door'])
    await app.db
      .updateTable('door_devices')
      .set({ paired_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await kindsAt(eventId)).toEqual([])
  })

  test('has an event of the next day without an account until one takes its money', async () => {
    const { eventId } = await ticketOnSale(app, { priceMinor: 3000 })
    const free = await ticketOnSale(app)
    // Beyond midnight, so that no door is missed.
    await beginsIn(eventId, 20)
    await beginsIn(free.eventId, 20)
    expect(await kindsAt(eventId)).toEqual([])
    const { gateways } = app.deps
    await gateways.reconfigure({ ...app.deps.config, stripeSecretKey: '', paypalClientId: '' })
    expect(await kindsAt(eventId)).toEqual(['event_without_account'])
    expect(await kindsAt(free.eventId)).toEqual([])
    await gateways.reconfigure(app.deps.config)
    expect(await kindsAt(eventId)).toEqual([])
  })

  test('has of an order over several events the refunds of the own part', async () => {
    const { id, own, other, elsewhere } = await anOrderOfTwoEvents(paidApp)
    card.setRefunds('later')
    await refund(app, id, { lines: [{ id: elsewhere?.id ?? 0, quantity: 1 }] })
    card.setRefunds('now')
    await app.db
      .updateTable('refunds')
      .set({ created_at: new Date(app.clock.now().getTime() - 3 * 86_400_000) })
      .where('order_id', '=', id)
      .execute()
    expect(await kindsAt(other)).toEqual(['refund_pending'])
    expect(await kindsAt(own)).toEqual([])
    card.finishRefund(card.pendingRefunds().at(-1)!, false)
    await card.webhooks.deliver(cardMessages)
    expect(await kindsAt(other)).toEqual(['refund_failed'])
    expect(await kindsAt(own)).toEqual([])
    const { json } = await app.admin('GET', '/attention', staff)
    expect(json.entries.map(({ order }: Entry) => order)).toContain(id)
  })

  test('shows nobody what belongs to events of others', async () => {
    const bought = await aPaidOrder(paidApp)
    card.dispute(bought.intent)
    await card.webhooks.deliver(cardMessages)
    expect(await kindsAt(await eventOnSale(app))).toEqual([])
    const door = await personWith(app, { set: 'door', eventId: bought.eventId })
    expect((await app.admin('GET', '/attention', { as: door })).json.entries).toEqual([])
    const { json } = await app.admin('GET', '/attention', staff)
    expect(json.entries.map(({ order }: Entry) => order)).toContain(bought.id)
    expect((await app.admin('GET', '/attention', { as: 'subscriber' })).status).toBe(403)
    expect((await app.admin('GET', '/attention')).status).toBe(401)
  })
})
