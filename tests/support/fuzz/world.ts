import { createApiKey } from '../../../src/access/keys/create-key.ts'
import { createSession } from '../../../src/access/sessions/open-session.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { anAttendee } from '../attending.ts'
import { fillCart, order } from '../buying.ts'
import { ticketOnSale } from '../on-sale.ts'
import { picture } from '../picture-server.ts'
import type { Got, TestApp } from '../start-app.ts'
import { plantGrant } from '../granting.ts'
import { sealFile } from '../door-phone.ts'
import { ticketDesk } from '../ticket-desk.ts'
import { plantDesk } from './desk.ts'
import { plantRuns } from './wide-acts.ts'

export type World = Awaited<ReturnType<typeof plantWorld>>

const as = 'administrator' as const
export const statuses = ['publish', 'draft', 'pending', 'private', 'future'] as const
export const worldPassword = 'open sesame'

function made({ status, json }: Got): any {
  if (status >= 300) throw new Error(`Planting failed: ${status} ${JSON.stringify(json)}`)
  return json
}
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Array.from({ length: count }).reduce<Promise<T[]>>(
    async (before, _, at) => [...(await before), await make(at)],
    Promise.resolve([]),
  )

/** Orders of a kind: the short run sends few requests that use one up. */
const many = process.env['LONG'] === undefined ? 4 : 12

/** The n-th status in turn. Only unpublished records have a future date of publication. */
function statedAs(at: number) {
  const status = statuses[at % 5]
  return status === 'future' ? { status, date: '2027-01-01' } : { status }
}

/** Fills a service with records of every kind and state, several of each, so that some survive deletes. */
export async function plantWorld(app: TestApp) {
  // No request waits for changes, so every answer comes at once.
  app.deps.following.release()
  const post = async (path: string, body: object) =>
    made(await app.events('POST', path, { as, body }))
  const sell = async (path: string, body: object) =>
    made(await app.tickets('POST', path, { as, body }))
  const dates = { start_date: '2027-01-01 18:00', end_date: '2027-01-01 20:00' }
  const categories = await times(6, at => post('/categories', { name: `Category ${at}` }))
  const tags = await times(6, at => post('/tags', { name: `Tag ${at}` }))
  const linked = (kind: 'venue' | 'organizer') =>
    times(10, at => post(`/${kind}s`, { [kind]: `${kind} ${at}`, status: statuses[at % 5] }))
  const venues = await linked('venue')
  const organizers = await linked('organizer')
  const eventOf = (more: object) =>
    post('/events', {
      title: 'Evening',
      venue: venues[0].id,
      organizer: [organizers[0].id],
      categories: [categories[0].id],
      tags: [tags[0].id],
      ...dates,
      ...more,
    })
  const events = [
    ...(await times(15, at => eventOf(statedAs(at)))),
    await eventOf({ event_password: worldPassword }),
    await eventOf({ hide_from_listings: true }),
  ]
  const unwanted = await eventOf({})
  const trashed = made(await app.events('DELETE', `/events/${unwanted.id}`, { as }))
  const content = await picture(8, 8)
  const images = await times(4, async () =>
    made(
      await app.events('POST', '/images', {
        as,
        body: content,
        headers: { 'content-type': 'image/png' },
      }),
    ),
  )
  const admin = await plantAccounts(app)
  const { json: settlement } = await app.admin('POST', `/events/${events[0]?.id}/settlements`, {
    as,
  })
  const shop = await plantShop(app, events, sell)
  return {
    settlement: settlement.id as number,
    events: [...events, trashed],
    venues,
    organizers,
    categories,
    tags,
    images,
    content,
    ...admin,
    ...(await plantDoors(app, events)),
    ...(await plantRuns(app)),
    desk: await plantDesk(app),
    ...shop,
    questions: await plantQuestions(app, events[0]?.id ?? 0, shop),
    changedQuestions: await plantChanged(app, events[1]?.id ?? 0),
  }
}

async function plantAccounts(app: TestApp) {
  const users = await times(6, at => app.makePerson(at % 2 ? 'subscriber' : 'author'))
  const passwords = await times(6, async at =>
    made(
      await app.admin('POST', `/users/${users[at]?.userId}/application-passwords`, {
        as,
        body: { name: 'spare' },
      }),
    ),
  )
  const sessions = await times(6, async at => {
    const userId = users[at]?.userId ?? 0
    const browser = { userAgent: undefined }
    const { id } = await transaction(app.db, tx => createSession(tx, app.deps, { userId, browser }))
    return { id, userId }
  })
  const { userId: owner } = await app.person(as)
  const keys = await times(6, () =>
    createApiKey(
      { db: app.db, random: systemRandom },
      { userId: owner, name: 'spare', scopes: ['read'] },
    ),
  )
  const person = { login: 'signs-in', email: 'in@example.org', role: 'subscriber' }
  const signsIn = { login: person.login, password: 'correct horse battery' }
  made(await app.admin('POST', '/users', { as, body: { ...person, password: signsIn.password } }))
  // Of people beside `users`, whom a key for accounts may still change.
  const grants = await times(6, async () => {
    const { userId } = await app.makePerson('subscriber')
    return plantGrant(app, userId, { set: 'reader', eventId: null })
  })
  const views = await times(6, async at => {
    const body = { list: 'orders', name: `View ${at}`, query: 'sort=-created' }
    return made(await app.admin('POST', '/views', { as, body })).id as number
  })
  return { users, passwords, sessions, keys, signsIn, grants, views }
}

async function plantDoors(app: TestApp, events: readonly { id: number }[]) {
  const gates = await times(4, async at => {
    const eventId = events[at]?.id ?? 0
    const { id } = made(
      await app.admin('POST', `/events/${eventId}/gates`, { as, body: { name: `Gate ${at}` } }),
    )
    return { id: id as number, eventId }
  })
  const doorDevices = await times(6, async at => {
    const body = { name: `Phone ${at}`, events: [events[0]?.id] }
    const { id } = made(await app.admin('POST', '/door-devices', { as, body }))
    return { id: id as number }
  })
  const waiting = async (at: number) => {
    const body = { name: `Waits ${at}`, events: [events[0]?.id] }
    const { pairing } = made(await app.admin('POST', '/door-devices', { as, body }))
    return (pairing as { token: string }).token
  }
  const [token, ...pairingTokens] = await times(5, waiting)
  const paired = made(await app.tickets('POST', '/door/pairings', { body: { token } }))
  const phoneSecret = paired.secret as string
  const scanFile = sealFile(phoneSecret, {
    device: paired.device.id as number,
    event: events[0]?.id ?? 0,
    saved_at: '2026-11-21T12:00:00Z',
    skew_ms: 0,
    scans: [{ seq: 1, at: '2026-11-21T12:00:00Z' }],
  })
  return { gates, doorDevices, pairingTokens, phoneSecret, scanFile }
}

async function plantShop(
  app: TestApp,
  events: { id: number }[],
  sell: (path: string, body: object) => Promise<any>,
) {
  const desk = ticketDesk(app)
  const free = await times(8, at => ticketOnSale(app, { eventId: events[at % 5]?.id ?? 0 }))
  const paid = await times(4, () =>
    ticketOnSale(app, { eventId: events[0]?.id ?? 0, priceMinor: 2500 }),
  )
  const open = free.filter(ticket => ticket.eventId === events[0]?.id)
  const nonced = await Promise.all(
    [...free, ...paid].map(async ({ id, eventId }) => ({
      id,
      post_id: eventId,
      edit_ticket_nonce: await desk.nonce('edit_ticket', id, as),
      remove_ticket_nonce: await desk.nonce('remove_ticket', id, as),
    })),
  )
  const adds = await Promise.all(
    events.slice(0, 6).map(async ({ id }) => ({
      post_id: id,
      provider: 'tc',
      add_ticket_nonce: await desk.nonce('add_ticket', id, as),
    })),
  )
  const freeCarts = await times(4, () => fillCart(app, open[0]?.id ?? 0))
  const carts = await times(6, () => fillCart(app, paid[0]?.id ?? 0))
  const ordered = async (way: 'free' | 'cardprocessor' | 'wallet', ticket: number) => {
    const cart_hash = await fillCart(app, ticket)
    return { cart_hash, ...made(await order(app, way, cart_hash)) }
  }
  const attendees = await times(8, at =>
    anAttendee(app, { ticketId: free[at % 5]?.id ?? 0, eventId: free[at % 5]?.eventId ?? 0 }),
  )
  const paidOrders = await payForSome(
    app,
    await times(4, () => ordered('cardprocessor', paid[1]?.id ?? 0)),
  )
  const coupons = await times(6, at =>
    sell('/coupons', {
      slug: `off${at}`,
      display_name: 'Off',
      status: 'active',
      amount: 5,
      sub_type: 'percent',
    }),
  )
  const batch = { as, body: { template: coupons[0]?.id, count: 2 } }
  return {
    tickets: nonced,
    adds,
    freeCarts,
    carts,
    /** A cart that is never ordered, for the routes of coupons. */
    couponCarts: await times(3, () => fillCart(app, paid[3]?.id ?? 0)),
    freeOrders: await times(4, () => ordered('free', open[0]?.id ?? 0)),
    cardOrders: await times(many, () => ordered('cardprocessor', paid[0]?.id ?? 0)),
    walletOrders: await times(many, () => ordered('wallet', paid[0]?.id ?? 0)),
    givenUp: {
      card: await times(many, () => ordered('cardprocessor', paid[2]?.id ?? 0)),
      wallet: await times(many, () => ordered('wallet', paid[2]?.id ?? 0)),
    },
    paidOrders,
    attendees,
    notes: {
      orders: await notesAbout(
        app,
        'orders',
        paidOrders.map(one => one.order_id),
      ),
      attendees: await notesAbout(
        app,
        'attendees',
        attendees.map(one => one.id),
      ),
    },
    coupons,
    batches: await times(3, async () => made(await app.admin('POST', '/coupon-batches', batch))),
    fees: await times(6, at =>
      sell('/fees', {
        display_name: `Fee ${at}`,
        status: at % 2 ? 'active' : 'draft',
        amount: 1,
        meta_value: 'per',
      }),
    ),
    taxRates: await times(6, async at =>
      made(
        await app.admin('POST', '/tax-rates', {
          as,
          body: { name: 'VAT', percent: String(at + 1) },
        }),
      ),
    ),
    scannerKeys: await times(6, () => sell('/scanner-keys', { name: 'Gate' })),
  }
}

type OrdersMade = { paidOrders: readonly { order_id: number }[] }

/** Two questions of an event, with an order that is asked them and an attendee of it. */
async function plantQuestions(app: TestApp, event: number, { paidOrders }: OrdersMade) {
  const ask = async (body: object) =>
    made(await app.admin('POST', `/events/${event}/questions`, { as, body })).id as number
  const ofOrder = await ask({ asked_of: 'order', kind: 'text', text: { en: 'Who told you?' } })
  const ofAttendee = await ask({ asked_of: 'attendee', kind: 'yes_no', text: { en: 'Member?' } })
  return times(Math.min(3, paidOrders.length), async at => {
    const order = paidOrders[at]?.order_id ?? 0
    const { places } = made(await app.admin('GET', `/orders/${order}`, { as }))
    return { event, order, attendee: places[0].id as number, ofOrder, ofAttendee }
  })
}

/** Questions that are changed and removed, of an event of their own: a changed one takes other answers. */
const plantChanged = (app: TestApp, event: number) =>
  times(12, async () => {
    const body = { asked_of: 'order', kind: 'text', text: { en: 'Anything else?' } }
    const { id } = made(await app.admin('POST', `/events/${event}/questions`, { as, body }))
    return { event, question: id as number }
  })

/** A note of staff about each of these records. */
async function notesAbout(app: TestApp, kind: 'orders' | 'attendees', ids: readonly number[]) {
  const notes: { id: number; note: number }[] = []
  for (const id of ids) {
    const body = { text: 'Asks for an invoice.' }
    const { id: note } = made(await app.admin('POST', `/${kind}/${id}/notes`, { as, body }))
    notes.push({ id, note })
  }
  return notes
}

type CardOrder = { cart_hash: string; payment_intent_id: string; client_secret: string }

/** Completes the orders at the sandbox. */
async function payForSome(app: TestApp, orders: (CardOrder & { order_id: number })[]) {
  for (const { cart_hash, payment_intent_id, client_secret } of orders) {
    const path = `/commerce/cardprocessor/order/${payment_intent_id}`
    made(await app.tickets('POST', path, { body: { cart_hash, client_secret } }))
  }
  return orders
}
