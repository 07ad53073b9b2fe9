import { createApplicationPassword } from '../access/keys/create-key.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { forgetNotices } from '../messaging/notices/forget-notices.ts'
import { withoutMails } from '../messaging/outbox/without-mails.ts'
import { systemClock } from '../platform/clock.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { askRunning } from './ask-running.ts'
import { CommandRefused } from './command-refused.ts'
import type { Say } from './control-socket.ts'
import { drawPoster } from './draw-poster.ts'
import { createFirstAdministrator, sayFirstAdministrator } from './first-administrator.ts'
import { openMigrated } from './open-migrated.ts'
import type { Answer, Call } from './seed-call.ts'
import { type Offer, placeOrders } from './seed-orders.ts'
import type { DemoEvent } from './seed-event.ts'
import { demoSeason } from './seed-season.ts'

export type SeedOptions = { orders: number }

const coupon = 'SALT10'

/**
 * Adds the demo through the service's own routes, and through the running service if it has the embedded database
 * open.
 */
export async function seed(config: Config, options: SeedOptions) {
  const database = await openUnlessRunning(config, options)
  if (!database) return
  const random = systemRandom
  const clock = systemClock
  const made = await createFirstAdministrator({ db: database.db, random, clock, config })
  const log = createLog('error')
  const app = await createApp({ database, config, log, random, clock })
  const say: Say = line => console.log(line)
  // Said first: seeding may be ended at any moment, and nobody can read them later.
  if (made !== undefined) sayFirstAdministrator(made, app.deps.publicRoot, say)
  try {
    await seedInto(app, say, options)
    if (config.databaseUrl === '') say('The service does not run: start it with npm start.')
  } finally {
    await app.close()
    await database.close()
  }
}

/** Undefined when the running service did the work. */
async function openUnlessRunning(config: Config, options: SeedOptions) {
  try {
    return await openMigrated(config)
  } catch (error) {
    const isInUse = error instanceof DatabaseUnavailable && error.reason === 'in-use'
    if (isInUse && (await askRunning(config.dataDir, { do: 'seed', ...options }))) return undefined
    throw error
  }
}

type Seeded = Pick<App, 'http' | 'deps'>

/** Adds the season. Existing events are left unchanged, and no more orders are placed for them. */
export async function seedInto(app: Seeded, say: Say, { orders }: SeedOptions) {
  const call = await administrator(app)
  const added: Added[] = []
  for (const event of demoSeason(systemClock.now())) {
    const one = await addEvent(call, event, say)
    if (one) added.push(one)
  }
  if (added.length > 0) await addDiscounts(call)
  const offers = added.flatMap(({ offers: ofEvent }) => ofEvent)
  await withoutMails(app.deps, async () => {
    const sold = await placeOrders(call, offers, { orders, coupon })
    for (const { id, demo } of added) await finish(call, id, demo)
    const { orderIds, places, refunded } = sold
    if (orderIds.length > 0) {
      say(`Sold ${places} places in ${orderIds.length} orders; ${refunded} were refunded.`)
    }
    return orderIds
  })
  const ids = added.map(({ id }) => id)
  await forgetNotices(app.deps, ids)
  say(`Open ${app.deps.publicRoot}/events/ and, for developers, ${app.deps.publicRoot}/docs/events`)
  say(`The coupon is ${coupon}; "Members’ Evening" opens with the password sesame.`)
}

/** Calls the routes as `admin`, with an application password made for this that ends within the hour. */
async function administrator({ http, deps }: Seeded): Promise<Call> {
  const admin = await findUserByLogin(deps.db, 'admin')
  if (!admin)
    throw new CommandRefused('The account "admin" is needed to add demo data, and does not exist.')
  const expiresAt = new Date(deps.clock.now().getTime() + 60 * 60_000)
  const draft = { userId: admin.id, name: 'Demo data', expiresAt }
  const { secret } = await createApplicationPassword(deps, draft)
  const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  const root = deps.restRoot('events').slice(deps.publicRoot.length).replace('/events/v1', '')
  return async (method, path, { body, anonymous = false, from, maybe } = {}) => {
    const response = await http.inject({
      method,
      url: root + path,
      headers: {
        prefer: 'handling=strict',
        ...(anonymous ? {} : { authorization }),
        ...(Buffer.isBuffer(body) && { 'content-type': 'image/jpeg' }),
      },
      ...(from !== undefined && { remoteAddress: from }),
      ...(body && { payload: body }),
    })
    if (response.statusCode >= 400 && !maybe) {
      const { message } = response.json<{ message: string }>()
      throw new CommandRefused(`Demo data were refused by ${method} ${path}: ${message}`)
    }
    return { ...response.json<Answer>(), status: response.statusCode }
  }
}

type Added = { id: number; demo: DemoEvent['demo']; offers: Offer[] }

async function addEvent(
  call: Call,
  { demo, ...event }: DemoEvent,
  say: Say,
): Promise<Added | undefined> {
  const existing = await call('GET', `/events/v1/events/by-slug/${event.slug}`, { maybe: true })
  if (existing.status !== 400) {
    say(`There is "${event.title}" already.`)
    return undefined
  }
  const picture = await call('POST', '/events/v1/images', { body: await drawPoster(demo.poster) })
  const body = { ...event, image: String(picture.id), featured: demo.share > 5 }
  const { id, nonces } = await call('POST', '/events/v1/events', { body })
  const offers: Offer[] = []
  for (const ticket of demo.tickets) {
    const draft = { ...ticket, post_id: id, add_ticket_nonce: nonces.add, provider: 'tc' }
    const made = await call('POST', '/tickets/v1/tickets', { body: draft })
    const { capacity = 20 } = ticket.ticket
    const share = demo.soldOut ? 1 : demo.share / demo.tickets.length
    if (share > 0) offers.push({ eventId: id, ticketId: made.id, left: capacity, share })
  }
  say(`Added "${event.title}".`)
  return { id, demo, offers }
}

async function addDiscounts(call: Call) {
  const discount = { slug: coupon, display_name: 'Ten percent', status: 'active' }
  const kind = { amount: 10, sub_type: 'percent' }
  await call('POST', '/tickets/v1/coupons', { body: { ...discount, ...kind }, maybe: true })
  const fee = { slug: 'booking', display_name: 'Booking fee', status: 'active', meta_value: 'all' }
  const flat = { amount: 1, sub_type: 'flat' }
  await call('POST', '/tickets/v1/fees', { body: { ...fee, ...flat }, maybe: true })
}

/** Changes made to an event after its sale. */
async function finish(
  call: Call,
  id: number,
  { soldOut, halfInside, calledOff }: DemoEvent['demo'],
) {
  if (soldOut) await fill(call, id)
  if (halfInside) await admitHalf(call, id)
  if (calledOff !== undefined) {
    const body = { happening: 'cancelled', happening_reason: calledOff }
    await call('POST', `/events/v1/events/${id}`, { body })
  }
}

/** Staff give the remaining tickets away. */
async function fill(call: Call, id: number) {
  const { tickets } = await call('GET', `/tickets/v1/tickets?include_post=${id}`)
  for (const { id: ticketId } of tickets) {
    for (let given = 0; given < 100; given += 1) {
      const holder = { full_name: `Friend ${given + 1}`, email: `friend${given + 1}@example.org` }
      const body = { ticket_id: ticketId, ...holder }
      const { status } = await call('POST', '/tickets/v1/attendees', { body, maybe: true })
      if (status >= 400) break
    }
  }
}

async function admitHalf(call: Call, id: number) {
  const { attendees } = await call('GET', `/tickets/v1/attendees?post_id=${id}&per_page=100`)
  for (const [index, attendee] of attendees.entries()) {
    if (index % 2 === 0 && attendee.order_status !== 'refunded') {
      const body = { check_in: true }
      await call('POST', `/tickets/v1/attendees/${attendee.id}`, { body, maybe: true })
    }
  }
}
