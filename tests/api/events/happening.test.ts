// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { fillCart, order, stockOf } from '../../support/buying.ts'
import { type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator'
const times = { start_date: '2031-06-01 19:00', end_date: '2031-06-01 23:00' }

const create = async (body: object = {}) =>
  app.events('POST', '/events', { as, body: { title: 'Play', ...times, ...body } })
const change = async (id: number, body: object) =>
  (await app.events('PATCH', `/events/${id}`, { as, body })).json
const read = async (id: number) => (await app.events('GET', `/events/${id}`)).json

/** An event with a ticket on sale. */
async function onSale(draft: TicketDraft = {}) {
  const { json } = await create()
  const { id: ticketId } = await ticketOnSale(app, { eventId: json.id, ...draft })
  return { eventId: json.id as number, ticketId }
}
const ask = (ticketId: number) =>
  app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id: ticketId, quantity: 1 }] },
  })

describe('an event’s happening', () => {
  test('is scheduled unless it is set, and otherwise has a reason', async () => {
    const { json: event } = await create()
    expect([event.happening, event.happening_reason]).toEqual(['scheduled', ''])
    const told = { happening: 'postponed', happening_reason: 'A <b>strike</b> &amp;\n"more"' }
    await change(event.id, told)
    const shown = { happening: 'postponed', happening_reason: 'A strike & "more"' }
    expect(await read(event.id)).toMatchObject(shown)
    expect(await change(event.id, { title: 'Other' })).toMatchObject(shown)
    expect(await change(event.id, { happening_reason: '' })).toMatchObject({
      happening: 'postponed',
      happening_reason: '',
    })
  })

  test('drops the reason of the former state', async () => {
    const said = { happening: 'postponed', happening_reason: 'Storm' }
    const { json: event } = await create(said)
    expect(event).toMatchObject(said)
    expect(await change(event.id, { happening: 'postponed' })).toMatchObject(said)
    expect(await change(event.id, { happening: 'cancelled' })).toMatchObject({
      happening: 'cancelled',
      happening_reason: '',
    })
  })

  test.each([
    { happening: 'maybe' },
    { happening: '' },
    { happening_reason: 'x'.repeat(501) },
    { happening_reason: 5 },
  ])('may not be %o', async body => {
    const { status, json } = await create(body)
    expect([status, Object.keys(json.data.params)]).toEqual([400, Object.keys(body)])
  })

  test('filters lists, alone and with other filters', async () => {
    const { json: category } = await app.events('POST', '/categories', {
      as,
      body: { name: 'Found' },
    })
    const ids: Record<string, number> = {}
    for (const happening of ['scheduled', 'cancelled', 'postponed']) {
      ids[happening] = (await create({ happening, categories: [category.id] })).json.id
    }
    const found = async (happening: string) => {
      const query = {
        happening,
        categories: category.id,
        start_date: '2031-01-01',
        end_date: '2032-01-01',
      }
      const { json } = await app.events('GET', '/events', { query })
      expect(json.rest_url).toContain(`happening=${encodeURIComponent(happening)}`)
      return json.events.map(({ id }: { id: number }) => id)
    }
    expect(await found('cancelled')).toEqual([ids['cancelled']])
    expect(await found('scheduled,postponed')).toEqual([ids['scheduled'], ids['postponed']])
    const wrong = await app.events('GET', '/events', { query: { happening: 'off' } })
    expect([wrong.status, Object.keys(wrong.json.data.params)]).toEqual([400, ['happening']])
  })

  test('is shown in lists for a protected event, without its reason', async () => {
    const { json: event } = await create({
      happening: 'cancelled',
      happening_reason: 'Secret',
      event_password: 'pass',
    })
    const query = { include: event.id }
    const listed = await app.events('GET', '/events', { query })
    expect(listed.json.events).toMatchObject([{ happening: 'cancelled', happening_reason: '' }])
    const page = await app.call('GET', new URL(event.url).pathname)
    expect(page.text).toContain('This event is cancelled.')
    expect(page.text).not.toContain('Secret')
  })

  test('is told to search engines and visitors', async () => {
    const { eventId } = await onSale()
    const described = async () => {
      const { json_ld } = await read(eventId)
      return [json_ld.eventStatus, json_ld.offers[0].availability]
    }
    const page = async () => (await app.call('GET', `/?p=${eventId}`)).text
    await app.events('PATCH', `/events/${eventId}`, { as, body: { cost: '10' } })
    await app.db
      .updateTable('events')
      .set({ ticketed: ['tc'] })
      .where('id', '=', eventId)
      .execute()
    expect(await described()).toEqual(['https://schema.org/EventScheduled', 'InStock'])
    expect(await page()).not.toContain('class="notice bad"')
    await change(eventId, { happening: 'cancelled', happening_reason: 'Ill <i>& tired</i>' })
    expect(await described()).toEqual(['https://schema.org/EventCancelled', 'OutOfStock'])
    expect(await page()).toMatch(/This event is cancelled\.<\/p><p>Ill &amp; tired<\/p>/)
    await change(eventId, { happening: 'postponed' })
    expect((await described())[0]).toBe('https://schema.org/EventPostponed')
    expect(await page()).toContain('This event is postponed.</p>')
  })

  test('records a fact for each change', async () => {
    const { json: event } = await create({ happening: 'cancelled' })
    for (const happening of ['cancelled', 'postponed', 'scheduled', 'scheduled']) {
      await change(event.id, { happening })
    }
    const facts = await app.db
      .selectFrom('facts')
      .select(['name', 'payload'])
      .where('name', 'not in', ['event.saved'])
      .orderBy('id')
      .execute()
    const own = facts.filter(
      ({ payload }) => JSON.stringify(payload) === `{"event_id":${event.id}}`,
    )
    expect(own.map(({ name }) => name)).toEqual([
      'event.cancelled',
      'event.postponed',
      'event.rescheduled',
    ])
  })
})

describe.each(['cancelled', 'postponed'])(
  'the sale of tickets for an event that is %s',
  happening => {
    test('stops, and the refusal says why', async () => {
      const { eventId, ticketId } = await onSale()
      await change(eventId, { happening })
      const { status, json } = await ask(ticketId)
      expect([status, json.code, json.message]).toEqual([
        409,
        'ticket-capacity-not-available',
        `"Seat" is not sold: its event is ${happening}.`,
      ])
      expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })
    })

    test.each([
      ['free', 0],
      ['cardprocessor', 1000],
      ['wallet', 1000],
    ] as const)('refuses the %s order of held places', async (way, priceMinor) => {
      const { eventId, ticketId } = await onSale({ priceMinor })
      const cart = await fillCart(app, ticketId)
      await change(eventId, { happening })
      const { status, json } = await order(app, way, cart)
      expect([status, json.code, json.message]).toEqual([
        400,
        'tec-tc-insufficient-stock',
        `"Seat" is not sold: its event is ${happening}.`,
      ])
      expect(json.data.validation_errors).toMatchObject([{ ticket_id: ticketId, available: 0 }])
      expect((await stockOf(app, ticketId)).sold).toBe(0)
    })

    test('goes on when the event is scheduled again', async () => {
      const { eventId, ticketId } = await onSale()
      const cart = await fillCart(app, ticketId)
      await change(eventId, { happening })
      expect((await order(app, 'free', cart)).status).toBe(400)
      await change(eventId, { happening: 'scheduled' })
      expect((await order(app, 'free', cart)).status).toBe(200)
      expect((await ask(ticketId)).status).toBe(200)
    })

    test('is shown as stopped by its tickets at once', async () => {
      const { eventId, ticketId } = await onSale()
      const available = async () => {
        const query = { is_available: true, include: ticketId }
        const { json } = await app.tickets('GET', '/tickets', { query })
        return [(await app.tickets('GET', `/tickets/${ticketId}`)).json.is_available, json.total]
      }
      expect(await available()).toEqual([true, 1])
      await change(eventId, { happening })
      expect(await available()).toEqual([false, 0])
      await change(eventId, { happening: 'scheduled' })
      expect(await available()).toEqual([true, 1])
    })
  },
)

describe('check-in', () => {
  const scannerKey = async () => {
    const made = await app.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
    return made.json.api_key as string
  }

  test('to a cancelled event is refused, and the refusal says why', async () => {
    const guest = await anAttendee(app)
    const api_key = await scannerKey()
    const scan = () => {
      const { id: ticket_id, security_code } = guest
      return app.tickets('GET', '/qr', { query: { api_key, ticket_id, security_code } })
    }
    await change(guest.eventId, { happening: 'cancelled' })
    const refused = await scan()
    expect([refused.status, refused.json.error, refused.json.msg]).toEqual([
      403,
      'event_cancelled',
      'The event is cancelled.',
    ])
    const byStaff = await app.tickets('PATCH', `/attendees/${guest.id}`, {
      as,
      body: { check_in: true },
    })
    const made = await app.tickets('POST', '/attendees', {
      as,
      body: {
        ticket_id: guest.ticketId,
        full_name: 'Cy',
        email: 'cy@example.org',
        check_in: true,
      },
    })
    for (const { status, json } of [byStaff, made]) {
      expect([status, json.code, json.message]).toEqual([
        400,
        'tec-et-attendee-invalid-check-in',
        'The event is cancelled.',
      ])
    }
    await change(guest.eventId, { happening: 'scheduled' })
    expect((await scan()).status).toBe(201)
    await change(guest.eventId, { happening: 'cancelled' })
    const undone = await app.tickets('PATCH', `/attendees/${guest.id}`, {
      as,
      body: { check_in: false },
    })
    expect([undone.status, undone.json.checked_in]).toEqual([201, false])
  })

  test('to a postponed event stays open', async () => {
    const guest = await anAttendee(app)
    const api_key = await scannerKey()
    await change(guest.eventId, { happening: 'postponed' })
    const { id: ticket_id, security_code } = guest
    const got = await app.tickets('GET', '/qr', { query: { api_key, ticket_id, security_code } })
    expect(got.status).toBe(201)
  })
})
