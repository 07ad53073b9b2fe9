import fc from 'fast-check'
import { commerceRecipes } from './commerce.ts'
import { deskRecipes } from './desk.ts'
import type { KnownValues } from './values.ts'
import type { World } from './world.ts'
import { statuses, worldPassword } from './world.ts'

export type Values = Record<string, unknown>
export type Parts = { params?: Values; query?: Values; body?: Values }

const ids = (rows: readonly { id: number }[]) => rows.map(row => row.id)
const dates = ['2027-01-01', '2027-01-01 18:00', 'tomorrow', '2026-12-01T00:00:00Z', '1800000000']

/** Values by the name of the parameter, whatever the route. */
export function knownValues(world: World): KnownValues {
  const events = ids(world.events)
  const date = Object.fromEntries(
    ['start_date', 'end_date', 'date', 'date_utc', 'after', 'before', 'starts_before'].map(name => [
      name,
      dates,
    ]),
  )
  return {
    ...date,
    title: ['An evening'],
    name: ['Something new', 'North gate'],
    display_name: ['Something'],
    full_name: ['Ann Example'],
    nonce: ['unknown'],
    auth_code: ['unknown'],
    shared_id: ['unknown'],
    note: ['Called.'],
    subject: ['{event} at {site}'],
    intro: ['Welcome, {name}.'],
    event: events,
    post: events,
    post_id: events,
    post_parent: events,
    include: [...events, ...ids(world.tickets)],
    venue: [...ids(world.venues), 'Some hall', { venue: 'A barn' }],
    organizer: [...ids(world.organizers), 'Somebody'],
    categories: [...ids(world.categories), 'category-0'],
    tags: [...ids(world.tags), 'tag-0'],
    parent: ids(world.categories),
    ticket_id: ids(world.tickets),
    ticket: [
      { mode: 'own', capacity: 5 },
      { mode: 'capped', capacity: 3, event_capacity: 9 },
    ],
    image: world.images.map(image => String(image.id)),
    status: [...statuses, 'active', 'trash'],
    post_status: ['any', 'publish'],
    timezone: ['', 'UTC', 'Europe/Paris', 'UTC+5.5'],
    password: [worldPassword],
    provider: ['tc', 'rsvp', 'tickets-commerce'],
    cart_hash: [...world.carts, ...world.freeCarts],
    coupon: ['off0', 'OFF1', 'unknown'],
    currency: ['USD'],
    purchaser: [{ name: 'Ada', email: 'ada@example.org' }],
    selected_fees: ids(world.fees),
    price: ['10', '10.50', ''],
    cost: ['10', '5 - 20', 'Free'],
    website: ['', 'https://example.org'],
    attendee_status: ['yes', 'completed'],
    amount: [1, 2, '1.00'],
    raw_amount: ['1.5'],
    start_time: ['', '2026-01-01'],
    end_time: ['', '2028-01-01'],
    page: [1, 2],
    per_page: [1, 10],
    context: ['view', 'edit'],
    slug: ['an-evening', 'tag-1'],
  }
}

const pick = <T>(rows: readonly T[], make: (row: T) => Parts) => fc.constantFrom(...rows).map(make)

/** Parameters that belong together, which schemas cannot express: a record with its secret, its event, its cart. */
export function recipes(world: World): Record<string, fc.Arbitrary<Parts>> {
  const byId = (rows: readonly { id: number }[]) => pick(rows, ({ id }) => ({ params: { id } }))
  const bySlug = (rows: readonly { id: number; slug: string }[]) =>
    pick(
      rows.filter(row => row.slug),
      ({ slug }) => ({ params: { slug } }),
    )
  const all: Record<string, fc.Arbitrary<Parts>> = {
    ...deskRecipes(world.desk),
    '/events/by-slug/:slug': bySlug(world.events),
    '/venues/by-slug/:slug': bySlug(world.venues),
    '/organizers/by-slug/:slug': bySlug(world.organizers),
    '/users/:id': pick(world.users, ({ userId }) => ({ params: { id: userId } })),
    '/users/:id/application-passwords': pick(world.users, ({ userId }) => ({
      params: { id: userId },
    })),
    '/users/:id/application-passwords/:password_id': pick(world.passwords, ({ id, user_id }) => ({
      params: { id: user_id, password_id: id },
    })),
    '/users/:id/sessions/:session_id': pick(world.sessions, ({ id, userId }) => ({
      params: { id: userId, session_id: id },
    })),
    'POST /plans': fc
      .tuple(fc.constantFrom(...ids(world.events)), fc.boolean())
      .map(([event, isMessage]) => ({
        body: isMessage
          ? {
              kind: 'message',
              list: 'attendees',
              query: `filter.event=${event}`,
              texts: [{ language: 'en', subject: 'Doors', body: 'Open at {when}.' }],
            }
          : { kind: 'refunds', event },
      })),
    '/plans/:id': pick(world.plans, id => ({ params: { id } })),
    '/plans/:id/rows': pick(world.plans, id => ({ params: { id } })),
    'POST /runs': pick(world.plans, plan => ({ body: { plan } })),
    '/runs/:id': pick(world.runs, id => ({ params: { id } })),
    '/runs/:id/items': pick(world.runs, id => ({ params: { id } })),
    'POST /runs/:id/:move': fc
      .tuple(fc.constantFrom(...world.runs), fc.constantFrom('pause', 'stop'))
      .map(([id, move]) => ({ params: { id, move } })),
    'POST /runs/:id/items/:n/given': pick(world.itemsByHand, params => ({ params })),
    '/sign-in': fc.constant({ body: world.signsIn }),
    'PATCH /settings': fc.uuid().map(name => ({ body: { name, terms_version: name } })),
    'POST /team': fc.uuid().map(name => ({
      body: { email: `${name}@example.org`, set: 'door', event: null, refund_limit: null },
    })),
    'PATCH /team/:id': pick(world.grants, id => ({
      params: { id },
      body: { set: 'finance', refund_limit: '20' },
    })),
    'GET /team/:id': pick(world.grants, id => ({ params: { id } })),
    'DELETE /team/:id': pick(world.grants, id => ({ params: { id } })),
    'POST /views': fc.uuid().map(name => ({
      body: { list: 'events', name, query: 'filter.status=publish&sort=-starts' },
    })),
    'DELETE /views/:id': pick(world.views, id => ({ params: { id } })),
    'POST /tickets': pick(world.adds, body => ({
      body: { ...body, name: 'Seat', price: '10.00' },
    })),
    'POST /coupons': fc.uuid().map(slug => ({ body: { slug, amount: 5, sub_type: 'percent' } })),
    'POST /fees': fc.uuid().map(slug => ({ body: { slug, amount: 1 } })),
    'POST,PUT,PATCH /tickets/:id': pick(world.tickets, ({ id, post_id, edit_ticket_nonce }) => ({
      params: { id },
      body: { post_id, edit_ticket_nonce },
    })),
    'DELETE /tickets/:id': pick(world.tickets, ({ id, post_id, remove_ticket_nonce }) => ({
      params: { id },
      body: { post_id, remove_ticket_nonce },
    })),
    '/tickets/:ticket_id/fees': pick(world.tickets, ({ id }) => ({ params: { ticket_id: id } })),
    'POST,PUT,PATCH /cart': pick(world.tickets, ({ id }) => ({
      body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] },
    })),
    '/coupons/apply': pick(world.couponCarts, cart_hash => ({
      body: { cart_hash, coupon: 'off0' },
    })),
    '/coupons/remove': pick(world.couponCarts, cart_hash => ({
      body: { cart_hash, coupon: 'off0' },
    })),
    '/commerce/free/order': pick(world.freeCarts, cart_hash => ({ body: { cart_hash } })),
    '/events/:id/mail-texts': pick(world.events, ({ id }) => ({ params: { id } })),
    'PUT /events/:id/mail-texts/:kind/:locale': pick(world.events, ({ id }) => ({
      params: { id, kind: 'event.reminder', locale: 'en' },
      body: { intro: 'Welcome, {name}.', subject: '{event} at {site}' },
    })),
    'DELETE /events/:id/mail-texts/:kind/:locale': pick(world.events, ({ id }) => ({
      params: { id, kind: 'event.reminder', locale: 'en' },
    })),
    '/events/:id/gates': pick(world.gates, ({ eventId }) => ({
      params: { id: eventId },
      body: { name: 'Gate A' },
    })),
    '/events/:id/gates/:gate_id': pick(world.gates, ({ id, eventId }) => ({
      params: { id: eventId, gate_id: id },
      body: { name: 'Gate B' },
    })),
    '/events/:id/settlements': pick(world.events, ({ id }) => ({ params: { id }, body: {} })),
    '/events/:id/answers.:format': pick(world.questions, ({ event: id }) => ({
      params: { id, format: 'csv' },
    })),
    '/settlements/:id.:format': fc.constant({ params: { id: world.settlement, format: 'csv' } }),
    '/events/:id/copies': pick(world.events, ({ id }) => ({
      params: { id },
      body: { start_date: '2032-05-30' },
    })),
    'GET /events/:id/attendee-imports': pick(world.events, ({ id }) => ({ params: { id } })),
    'POST /events/:id/attendee-imports': fc
      .tuple(fc.constantFrom(...world.events), fc.nat())
      .map(([{ id }, at]) => ({ params: { id }, body: { csv: `Name\nGuest ${at}` } })),
    '/events/:id/attendee-imports/plan': pick(world.events, ({ id }) => ({
      params: { id },
      body: { csv: 'Name,Ticket\nAda,Stalls' },
    })),
    '/events/:id/door-conflicts': pick(world.events, ({ id }) => ({ params: { id } })),
    'POST /door-devices': pick(world.gates, ({ eventId }) => ({
      body: { name: 'Phone', events: [eventId] },
    })),
    '/door-devices/:id/pairing': pick(world.doorDevices, ({ id }) => ({ params: { id } })),
    '/door/pairings': pick(world.pairingTokens, token => ({ body: { token } })),
    '/door/snapshot': fc.constant({ query: { event: world.events[0].id } }),
    '/door/changes': fc.constant({ query: { event: world.events[0].id, after: 0 } }),
    '/door/scans': fc.constant({
      body: { event: world.events[0].id, sent_at: '2026-11-21T12:00:00Z', scans: [] },
    }),
    '/door/search': fc.constant({ query: { event: world.events[0].id, search: 'ann' } }),
    '/door-devices/:id/scans': fc.constant({
      params: { id: world.scanFile.device },
      body: world.scanFile,
    }),
    '/door/counts': pick(world.gates, ({ eventId }) => ({ query: { event: eventId } })),
    'POST /coupon-batches': pick(world.coupons, ({ id }) => ({ body: { template: id, count: 2 } })),
    'POST /coupon-batches/csv': fc.uuid().map(code => ({
      body: { template: world.coupons[0]?.id, csv: `code,name\n${code},Somebody\n` },
    })),
    'PATCH /coupon-batches/:id': pick(world.batches, ({ id }) => ({
      params: { id },
      body: { status: 'inactive' },
    })),
    '/coupon-batches/:id.csv': pick(world.batches, ({ id }) => ({ params: { id } })),
    'POST /tax-rates': fc.integer({ min: 1, max: 100 }).map(percent => ({
      body: { name: 'VAT', percent: String(percent) },
    })),
    '/tax-rates/:id': pick(world.taxRates, ({ id }) => ({
      params: { id },
      body: { name: 'Sales tax' },
    })),
    'GET /tickets/:id/tax-rate': pick(world.tickets, ({ id }) => ({ params: { id } })),
    'PUT /tickets/:id/tax-rate': pick(world.tickets, ({ id }) => ({
      params: { id },
      body: { rate: world.taxRates[0]?.id },
    })),
    'GET /fees/:id/tax-rate': pick(world.fees, ({ id }) => ({ params: { id } })),
    'PUT /fees/:id/tax-rate': pick(world.fees, ({ id }) => ({
      params: { id },
      body: { rate: world.taxRates[0]?.id },
    })),
    '/tickets/:id/entry': pick(world.tickets, ({ id }) => ({
      params: { id },
      body: { entry: 'daily' },
    })),
    '/attendees/:id/door-note': pick(world.attendees, ({ id }) => ({
      params: { id },
      body: { door_note: 'Needs a chair' },
    })),
    'PATCH /orders/:id': pick(world.paidOrders, ({ order_id }) => ({
      params: { id: order_id },
      body: { name: 'Changed by the desk' },
    })),
    'PATCH /attendees/:id': pick(world.attendees, ({ id }) => ({
      params: { id },
      body: { name: 'Changed by the desk' },
    })),
    '/orders/:id/mails': pick(world.paidOrders, ({ order_id }) => ({ params: { id: order_id } })),
    '/attendees/:id/answers': pick(world.questions, ({ attendee, ofAttendee }) => ({
      params: { id: attendee },
      body: { answers: [{ question: ofAttendee, value: 'no' }] },
    })),
    '/orders/:id/answers': pick(world.questions, ({ order, ofOrder }) => ({
      params: { id: order },
      body: { answers: [{ question: ofOrder, value: 'From a friend' }] },
    })),
    'PUT /events/:id/questions': pick(world.questions, ({ event, ofOrder, ofAttendee }) => ({
      params: { id: event },
      body: { order: [ofAttendee, ofOrder] },
    })),
    'GET /events/:id/questions': pick(world.questions, ({ event }) => ({ params: { id: event } })),
    '/events/:id/questions/:question': pick(world.changedQuestions, ({ event, question }) => ({
      params: { id: event, question },
      body: { required: true },
    })),
    '/events/:id/questions': pick(world.changedQuestions, ({ event }) => ({
      params: { id: event },
    })),
    '/attendees/:id/notes': pick(world.attendees, ({ id }) => ({ params: { id } })),
    '/orders/:id/notes/:note': pick(world.notes.orders, params => ({ params })),
    '/attendees/:id/notes/:note': pick(world.notes.attendees, params => ({ params })),
    '/orders/:id': pick(world.paidOrders, ({ order_id }) => ({ params: { id: order_id } })),
    '/orders/:id/notes': pick(world.paidOrders, ({ order_id }) => ({ params: { id: order_id } })),
    '/orders/:id/resend': pick(world.paidOrders, ({ order_id }) => ({ params: { id: order_id } })),
    '/orders/:id/cancel': pick(world.cardOrders, ({ order_id }) => ({ params: { id: order_id } })),
    '/orders/:id/refunds': pick(world.paidOrders, ({ order_id }) => ({
      params: { id: order_id },
      body: { amount: '1.00' },
    })),
    '/orders/:id/refunds/preview': pick(world.paidOrders, ({ order_id }) => ({
      params: { id: order_id },
      body: { amount: '1.00' },
    })),
    '/qr': fc
      .tuple(fc.constantFrom(...world.attendees), fc.constantFrom(...world.scannerKeys))
      .map(([guest, { api_key }]) => ({
        query: { api_key, ticket_id: String(guest.id), security_code: guest.security_code },
      })),
    '/check-ins': pick(world.attendees, ({ id, eventId, security_code }) => ({
      body: {
        ticket: `http://tickets.test/?event_qr_code=1&ticket_id=${id}&event_id=${eventId}&security_code=${security_code}&path=svc`,
      },
    })),
  }
  const records = {
    events: world.events,
    venues: world.venues,
    organizers: world.organizers,
    categories: world.categories,
    tags: world.tags,
    images: world.images,
    attendees: world.attendees,
    // The first ticket is the one that carts want.
    coupons: world.coupons.slice(1),
    fees: world.fees,
    tickets: world.tickets,
    keys: world.keys,
    qr: world.attendees,
    'scanner-keys': world.scannerKeys,
    'door-devices': world.doorDevices,
  }
  for (const [name, rows] of Object.entries(records)) all[`/${name}/:id`] = byId(rows)
  return { ...all, ...commerceRecipes(world, pick) }
}
