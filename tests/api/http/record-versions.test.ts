import { describe, expect, test } from 'vitest'
import { aBuyer, buy } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { picture } from '../../support/picture-server.ts'
import { startApp, type TestRequest } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const staff = { as: 'administrator' } as const

type Space = 'events' | 'tickets' | 'admin'
type Kind = {
  space: Space
  /** Makes a record, and returns its path. */
  make: () => Promise<string>
  /** Something that changes it. */
  body: (n: number, path: string) => Promise<object> | object
}

const made = async (space: Space, path: string, body: object) => {
  const { json, status } = await app[space]('POST', path, { ...staff, body })
  if (status > 202) throw new Error(`${status} ${JSON.stringify(json)}`)
  return `${path}/${json.id}`
}

const day = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' }
let counted = 0
const unlike = (word: string) => `${word} ${(counted += 1)}`

const kinds: Record<string, Kind> = {
  event: {
    space: 'events',
    make: () => made('events', '/events', { title: unlike('Evening'), ...day }),
    body: n => ({ title: `Late evening ${n}` }),
  },
  venue: {
    space: 'events',
    make: () => made('events', '/venues', { venue: unlike('Hall') }),
    body: n => ({ city: `Town ${n}` }),
  },
  organizer: {
    space: 'events',
    make: () => made('events', '/organizers', { organizer: unlike('Choir') }),
    body: n => ({ phone: `030 ${n}` }),
  },
  ticket: {
    space: 'tickets',
    make: async () => `/tickets/${(await ticketOnSale(app)).id}`,
    body: async (n, path) => {
      const id = Number(path.split('/').at(-1))
      const { json } = await app.tickets('GET', path, staff)
      const nonce = await ticketDesk(app).nonce('edit_ticket', id, 'administrator')
      const ticket = { mode: 'own', capacity: 100 + n }
      return { post_id: json.post_id, edit_ticket_nonce: nonce, ticket, name: `Seat ${n}` }
    },
  },
  coupon: {
    space: 'tickets',
    make: () =>
      made('tickets', '/coupons', {
        slug: unlike('code').replace(' ', ''),
        display_name: 'Tenth',
        status: 'active',
        sub_type: 'percent',
        amount: 10,
      }),
    body: n => ({ display_name: `A tenth ${n}` }),
  },
  fee: {
    space: 'tickets',
    make: () =>
      made('tickets', '/fees', {
        display_name: unlike('Booking'),
        sub_type: 'flat',
        raw_amount: '1.00',
      }),
    body: n => ({ display_name: unlike(`Booking ${n}`) }),
  },
  attendee: {
    space: 'tickets',
    make: async () => `/attendees/${(await aBuyer(app)).id}`,
    body: n => ({ full_name: `Ada ${n}` }),
  },
  'attendee at the desk': {
    space: 'admin',
    make: async () => `/attendees/${(await aBuyer(app)).id}`,
    body: n => ({ name: `Ada ${n}` }),
  },
  order: {
    space: 'admin',
    make: async () => `/orders/${(await aBuyer(app)).orderId}`,
    body: n => ({ name: `Ada ${n}` }),
  },
  settings: {
    space: 'admin',
    make: async () => '/settings',
    body: n => ({ name: `House ${n}` }),
  },
  grant: {
    space: 'admin',
    make: () =>
      made('admin', '/team', {
        email: `${unlike('p').replace(' ', '')}@example.org`,
        set: 'finance',
      }),
    body: n => ({ refund_limit: `${n}.00` }),
  },
}

const read = async ({ space }: Kind, path: string) => {
  const { json, headers } = await app[space]('GET', path, staff)
  return { json, etag: String(headers.etag) }
}

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  const patch = async (path: string, n: number, more: TestRequest = {}) =>
    app[kind.space]('PATCH', path, { ...staff, body: await kind.body(n, path), ...more })

  test('has an ETag, and is not changed in another version than If-Match names', async () => {
    const path = await kind.make()
    const before = await read(kind, path)
    expect(before.etag).toMatch(/^"\w{32}"$/)
    const first = await patch(path, 1, { headers: { 'if-match': before.etag } })
    expect(first.status).toBeLessThan(300)
    expect(first.headers.etag).toBe((await read(kind, path)).etag)
    expect(first.headers.etag).not.toBe(before.etag)

    const late = await patch(path, 2, { headers: { 'if-match': before.etag } })
    expect(late).toMatchObject({ status: 412, json: { code: 'rest_changed_meanwhile' } })
    const now = await read(kind, path)
    expect(late.json.data).toMatchObject({ current: now.json, etag: now.etag })
    expect(late.json.data.changed_by).toMatchObject({ type: 'user', login: expect.any(String) })
    expect(Date.parse(late.json.data.changed_at)).toBeGreaterThan(0)
    expect(now.etag).toBe(first.headers.etag)

    const again = { 'if-match': `"0", W/${late.json.data.etag}` }
    expect((await patch(path, 2, { headers: again })).status).toBeLessThan(300)
    expect((await patch(path, 3, { headers: { 'if-match': '*' } })).status).toBeLessThan(300)
    expect((await patch(path, 4)).status).toBeLessThan(300)
  })

  test('is changed by one of two who write the same version at once', async () => {
    const path = await kind.make()
    const { etag } = await read(kind, path)
    const bodies = [await kind.body(11, path), await kind.body(12, path), await kind.body(13, path)]
    const answers = await Promise.all(
      bodies.map(body =>
        app[kind.space]('PATCH', path, { ...staff, body, headers: { 'if-match': etag } }),
      ),
    )
    expect(answers.map(({ status }) => status < 300).filter(Boolean)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(2)
  })

  test('says what would be right where If-Match has no ETag', async () => {
    const path = await kind.make()
    const answer = await patch(path, 5, { headers: { 'if-match': 'yesterday' } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'rest_invalid_param' } })
    expect(answer.json.data.params['If-Match']).toMatch(/ETag/)
  })
})

describe('a version', () => {
  test('is not told to strangers, whose answers keep the ETag of their bytes', async () => {
    const path = await kinds['event']!.make()
    await app.events('PATCH', path, { ...staff, body: { status: 'publish' } })
    const { etag } = await read(kinds['event']!, path)
    const { headers } = await app.events('GET', path)
    expect(headers.etag).not.toBe(etag)
  })

  test('stays while places are sold and somebody looks', async () => {
    const eventId = await eventOnSale(app)
    const { id } = await ticketOnSale(app, { eventId })
    const event = await read(kinds['event']!, `/events/${eventId}`)
    const ticket = await read(kinds['ticket']!, `/tickets/${id}`)
    await buy(app, id, { quantity: 2 })
    expect((await read(kinds['event']!, `/events/${eventId}`)).etag).toBe(event.etag)
    expect((await read(kinds['ticket']!, `/tickets/${id}`)).etag).toBe(ticket.etag)
  })

  test('guards a refund, of which nothing is done where the order was changed', async () => {
    const { orderId } = await aBuyer(app)
    const order = kinds['order']!
    const { etag } = await read(order, `/orders/${orderId}`)
    await app.admin('PATCH', `/orders/${orderId}`, { ...staff, body: { name: 'Grace' } })
    const refused = await app.tickets('POST', `/orders/${orderId}/refunds`, {
      ...staff,
      body: { whole: true },
      headers: { 'if-match': etag },
    })
    expect(refused).toMatchObject({ status: 412, json: { data: { current: { id: orderId } } } })
    const { json } = await app.tickets('GET', `/orders/${orderId}`, staff)
    expect(json).toMatchObject({ status: 'completed', refunds: [] })
  })

  test('guards what is edited at an address of its own: entry of a ticket, note for the door, logo', async () => {
    const { ticketId, id } = await aBuyer(app)
    const logo = await picture(20, 10)
    const rounds = [
      [
        'tickets',
        'PATCH',
        `/tickets/${ticketId}/entry`,
        `/tickets/${ticketId}`,
        { entry: 'daily' },
      ],
      [
        'tickets',
        'PUT',
        `/attendees/${id}/door-note`,
        `/attendees/${id}`,
        { door_note: 'Wheelchair' },
      ],
      ['admin', 'POST', '/settings/logo', '/settings', logo],
      ['admin', 'DELETE', '/settings/logo', '/settings', undefined],
    ] as const
    for (const [space, method, path, shownAt, body] of rounds) {
      const etag = async () => String((await app[space]('GET', shownAt, staff)).headers.etag)
      const write = (version: string) =>
        app[space](method, path, {
          ...staff,
          ...(body && { body }),
          headers: {
            'if-match': version,
            ...(body === logo && { 'content-type': 'image/png' }),
          },
        })
      const before = await etag()
      const refused = await write('"0"')
      expect([path, refused.status, refused.json.data.etag]).toEqual([path, 412, before])
      expect(await etag()).toBe(before)
      const done = await write(before)
      expect([path, done.status, done.headers.etag]).toEqual([path, 200, await etag()])
      expect((await write(before)).status).toBe(412)
    }
  })

  test('is refused with the members that the caller may see', async () => {
    const { orderId, eventId } = await aBuyer(app)
    const person = await personWith(app, { set: 'manager', eventId })
    const reader = { as: person }
    const { headers } = await app.admin('GET', `/orders/${orderId}`, reader)
    await app.admin('PATCH', `/orders/${orderId}`, { ...staff, body: { name: 'Grace' } })
    const { json, status } = await app.admin('PATCH', `/orders/${orderId}`, {
      ...reader,
      body: { name: 'Ada' },
      headers: { 'if-match': String(headers.etag) },
    })
    const { json: own } = await app.admin('GET', `/orders/${orderId}`, reader)
    expect(status).toBe(412)
    expect(json.data.current).toEqual(own)
  })

  test('is not looked at before the right to change', async () => {
    const path = await kinds['event']!.make()
    const answer = await app.events('PATCH', path, {
      as: 'subscriber',
      body: { title: 'Mine' },
      headers: { 'if-match': '"0"' },
    })
    expect(answer.status).toBe(403)
  })

  test('does not stop the repetition of a request that was answered', async () => {
    const path = await kinds['coupon']!.make()
    const { etag } = await read(kinds['coupon']!, path)
    const request = {
      ...staff,
      body: { display_name: 'Once' },
      headers: { 'if-match': etag, 'idempotency-key': unlike('edit').replace(' ', '-') },
    }
    const first = await app.tickets('PATCH', path, request)
    const second = await app.tickets('PATCH', path, request)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.json).toEqual(first.json)
    expect(second.headers.etag).toBe(first.headers.etag)
  })
})
