// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { tellOfChanges } from '../../../src/messaging/notices/tell-guests.ts'
import { refund } from '../../support/buying.ts'
import { deliver, type Listed, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { orderFor } from '../../support/order-for.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({
  SITE_NAME: 'The Playhouse',
  MAIL_PDF_KIB: 'off',
  QR_CONTENT: 'plain',
})
const as = 'administrator' as const

const ann = { full_name: 'Ann Example', email: 'ann@example.org' }
const cy = { full_name: 'Cy Friend', email: 'Cy@Example.org' }

describe('the guests of an event', () => {
  const change = (id: number, body: object) => app.events('POST', `/events/${id}`, { as, body })

  async function anEvent() {
    const eventId = await eventOnSale(app)
    await orderFor(app, [ann, cy], { eventId })
    await deliver(app)
    return eventId
  }

  async function idsOf(eventId: number) {
    const rows = await app.db
      .selectFrom('messages')
      .select('id')
      .where('event_id', '=', eventId)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  async function toldOf(eventId: number) {
    const ids = await idsOf(eventId)
    const isEvents = ({ id, kind }: Listed) => ids.has(id) && kind.startsWith('event.')
    return (await outbox(app)).filter(isEvents)
  }

  test('are not told of a change that is undone within ten minutes', async () => {
    const id = await anEvent()
    await change(id, { start_date: '2031-06-01 20:00:00' })
    await deliver(app)
    await change(id, { start_date: '2031-06-01 19:00:00' })
    await deliver(app)
    app.clock.advance(601)
    await deliver(app)
    expect(await toldOf(id)).toEqual([])
  })

  test('are not told of a change that is undone before the mail leaves', async () => {
    const id = await anEvent()
    await change(id, { start_date: '2031-06-01 20:00:00' })
    await deliver(app)
    app.clock.advance(601)
    await tellOfChanges(app.deps)
    await change(id, { start_date: '2031-06-01 19:00:00' })
    await deliver(app)
    app.clock.advance(601)
    await sendDue(app.deps)
    expect((await toldOf(id)).map(({ state, error }) => [state, error])).toEqual([
      ['withdrawn', 'The change was undone.'],
      ['withdrawn', 'The change was undone.'],
    ])
  })

  test('are not told of a change when their last ticket was refunded before the mail leaves', async () => {
    const id = await eventOnSale(app)
    const { orderId } = await orderFor(app, [ann], { eventId: id })
    await orderFor(app, [cy], { eventId: id })
    await deliver(app)
    await change(id, { start_date: '2031-06-01 20:00:00' })
    await deliver(app)
    app.clock.advance(601)
    await tellOfChanges(app.deps)
    await refund(app, orderId, { whole: true })
    await sendDue(app.deps)
    expect((await toldOf(id)).map(({ recipient, state }) => [recipient, state])).toEqual([
      ['ann@example.org', 'withdrawn'],
      ['Cy@Example.org', 'captured'],
    ])
  })

  test('are told of a change that was made while the event was hidden, once it is published again', async () => {
    const id = await anEvent()
    await change(id, { status: 'draft', force: true, start_date: '2031-06-01 20:00:00' })
    await deliver(app)
    app.clock.advance(7200)
    await deliver(app)
    expect(await toldOf(id)).toEqual([])
    await change(id, { status: 'publish' })
    app.clock.advance(601)
    await deliver(app)
    expect((await toldOf(id)).map(({ kind }) => kind)).toEqual(['event.changed', 'event.changed'])
    app.clock.advance(601)
    await deliver(app)
    expect(await toldOf(id)).toHaveLength(2)
  })

  test('are told of two changes in one mail, with the old and the new values', async () => {
    const id = await anEvent()
    await change(id, { start_date: '2031-06-01 20:00:00' })
    await deliver(app)
    app.clock.advance(300)
    await change(id, { start_date: '2031-06-01 21:00:00', title: 'Renamed' })
    await deliver(app)
    app.clock.advance(601)
    await deliver(app)
    const mails = await toldOf(id)
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual([
      'event.changed Cy@Example.org',
      'event.changed ann@example.org',
    ])
    const { text = '' } = await readMail(app, mails[0]?.id ?? 0)
    const plain = text.replaceAll('\u202f', ' ')
    expect(plain).toMatch(/When · Before: Sunday,? 1 June 2031, 7:00 pm/)
    expect(plain).toMatch(/When · Now: Sunday,? 1 June 2031, 9:00 pm/)
    expect(plain).not.toContain('8:00 pm')
  })

  test('are told once each that the event is cancelled, except those refunded before', async () => {
    const id = await anEvent()
    const { orderId } = await orderFor(app, [{ full_name: 'Di', email: 'di@example.org' }], {
      eventId: id,
    })
    await refund(app, orderId)
    await deliver(app)
    await change(id, { happening: 'cancelled', happening_reason: 'The singer is ill.' })
    await deliver(app)
    app.clock.advance(601)
    await deliver(app)
    await deliver(app)
    const mails = await toldOf(id)
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual([
      'event.cancelled Cy@Example.org',
      'event.cancelled ann@example.org',
    ])
    expect((await readMail(app, mails[0]?.id ?? 0)).text).toContain('The singer is ill.')
  })

  test('are reminded once for each start, if they had a ticket by then', async () => {
    const id = await anEvent()
    const start = new Date(app.clock.now().getTime() + 30 * 3_600_000).toISOString()
    await app.db
      .updateTable('events')
      .set({ starts_at: start, ends_at: start })
      .where('id', '=', id)
      .execute()
    await sql`update attendees set created_at = ${app.clock.now()} where event_id = ${id}`.execute(
      app.db,
    )
    await deliver(app)
    expect(await toldOf(id)).toEqual([])
    app.clock.advance(7 * 3600)
    await deliver(app)
    await deliver(app)
    const mails = await toldOf(id)
    expect(mails.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'event.reminder captured',
      'event.reminder captured',
    ])
    const mail = await readMail(app, mails[0]?.id ?? 0)
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, path = ''] = /^<http:\/\/tickets\.test(\/mail\/unsubscribe\/.+)>$/.exec(
      headers.get('list-unsubscribe') ?? '',
    ) ?? ['']
    const opened = await app.call('GET', path, { headers: { 'accept-language': 'nb' } })
    expect([opened.status, opened.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect(opened.text).toContain('Ingen flere påminnelser')
    const suppressed = async () =>
      (await app.admin('GET', '/suppressions', { as })).json.map(
        ({ scope }: { scope: string }) => scope,
      )
    expect(await suppressed()).toEqual([])
    const ended = await app.call('POST', path, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(ended.status).toBe(200)
    expect(await suppressed()).toEqual([`event.reminder ${id}`])
    expect((await app.call('GET', `${path}x`)).status).toBe(404)
    await orderFor(app, [ann], { eventId: id })
    await deliver(app)
    expect((await outbox(app, { kind: 'order.confirmed' })).at(-1)?.state).toBe('captured')
  })
})
