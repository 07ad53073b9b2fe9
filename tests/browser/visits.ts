import type { Page } from 'playwright-core'
import { endingToken } from '../../src/messaging/outbox/rules.ts'
import { buy, fillCart, order } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { picture } from '../support/picture-server.ts'
import { plantEvent } from '../support/plant-event.ts'
import type { TestApp } from '../support/start-app.ts'
import { orderThatAsks } from './open-choice.ts'

/** A state of a page, by the address at which it is seen. */
export type State = {
  name: string
  address: string
  status?: number
  /** Opened first, so that the browser has the cart that the page is about. */
  first?: string
  /** Makes the cart that is opened first and ordered there: one for each visit, as a cart is ordered once by one browser. */
  toOrder?: () => Promise<string>
  /** What a form just did, which the page says once. */
  done?: string
}

/** Opens a page in one of its states, in a language or in the browser's. */
export async function openState(
  { deps }: TestApp,
  page: Page,
  { address, first, toOrder, done }: State,
  language?: string,
) {
  if (first) await page.goto(first)
  if (toOrder) {
    await page.goto(await toOrder())
    await page.locator('[name=name]').fill('Ada Lovelace')
    await page.locator('[name=email]').fill('ada@example.org')
    await page.locator('.btn[value=order]').click()
    await page.waitForURL('**/checkout/pay')
  }
  if (done) {
    const cookie = { name: 'marquee-done', value: done, url: deps.publicRoot }
    await page.context().addCookies([cookie])
  }
  if (language === undefined) return page.goto(address)
  return page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`)
}

const as = 'administrator' as const
const long =
  'An evening of uncommonly long titles as organisers write them, with the Donaudampfschifffahrtsgesellschaftskapelle'

/** Fills a service with what pages show, and returns every state of every page: by the path of its route. */
export async function statesOfPages(app: TestApp): Promise<Record<string, readonly State[]>> {
  const upload = await app.events('POST', '/images', {
    as,
    body: await picture(1300, 600),
    headers: { 'content-type': 'image/png' },
  })
  const make = async (body: object) => {
    const event = {
      title: 'An evening',
      description: '<p>Two sets, one interval.</p><h2>Access</h2><ul><li>Step-free</li></ul>',
      start_date: '2026-12-05 19:30:00',
      end_date: '2026-12-05 22:00:00',
      timezone: 'Europe/Oslo',
      categories: ['Concerts'],
      tags: ['songs'],
      ...body,
    }
    const { json } = await app.events('POST', '/events', { as, body: event })
    if (typeof json.url !== 'string') throw new Error(JSON.stringify(json))
    return { id: json.id as number, path: new URL(json.url).pathname, json }
  }
  const venue = {
    venue: 'Riverside Hall',
    address: 'Elvegata 12',
    city: 'Oslo',
    country: 'Norway',
    geo_lat: 59.9139,
    geo_lng: 10.7522,
    show_map_link: true,
    description: 'A hall by the river.',
  }
  const organizer = { organizer: 'Night Songs', email: 'hello@nightsongs.example', phone: '+47 22' }
  const full = await make({
    title: 'Songs for the last tram',
    image: String(upload.json.id),
    venue,
    organizer,
    show_map_link: true,
    featured: true,
    doors_at: '18:30',
    age_note: 'From 12 years',
    access_note: 'Step-free from the quay, with six places for wheelchairs.',
    online_url: 'https://meet.example.org/songs',
  })
  const sells = (eventId: number, draft: object) => ticketOnSale(app, { eventId, ...draft })
  await sells(full.id, { name: 'Standard', priceMinor: 3200, capacity: 38 })
  await sells(full.id, { name: 'Balcony', priceMinor: 2800, salePriceMinor: 2200 })
  await sells(full.id, { name: 'Student', priceMinor: 1200, capacity: 0 })
  await sells(full.id, { name: 'Late', priceMinor: 900, saleStartsAt: '2026-12-01T10:00:00Z' })
  await sells(full.id, { name: 'Early', priceMinor: 900, saleEndsAt: '2026-11-01T10:00:00Z' })
  const plain = await make({
    title: 'Plain and short',
    categories: [],
    tags: [],
    description: 'Short.',
  })
  const chapel = { venue: 'Kapelle', city: 'Drammen', geo_lat: 59.7439, geo_lng: 10.2045 }
  const longest = await make({
    title: long,
    happening: 'postponed',
    happening_reason: long,
    venue: chapel,
  })
  await sells(longest.id, { name: long, priceMinor: 123_450 })
  const off = await make({ title: 'Called off', happening: 'cancelled', happening_reason: 'Ill.' })
  const closed = await make({ title: 'Members only', event_password: 'sesame' })
  const over = await make({ title: 'Long ago', start_date: '2026-10-01', end_date: '2026-10-02' })
  const allDay = await make({
    title: 'Lamps',
    all_day: true,
    end_date: '2026-12-09',
    cost: 'Pay what you want, at least 5 euros; members of the club and students pay nothing at all',
  })
  for (let count = 0; count < 30; count += 1) await plantEvent(app)
  const [where, who] = [full.json.venue.url, full.json.organizer[0].url].map(
    (url: string) => new URL(url).pathname,
  )
  return {
    '/': [{ name: 'home', address: '/' }],
    '/events': [
      { name: 'list', address: '/events/' },
      { name: 'list-page-2', address: '/events/?page=2' },
      { name: 'list-nothing', address: '/events/?search=424242' },
      { name: 'list-near', address: '/events/?near=Oslo&within=50' },
      { name: 'list-near-nothing', address: '/events/?near=Atlantis' },
      { name: 'list-past', address: '/events/?when=past' },
      { name: 'list-beyond', address: '/events/?page=999', status: 404 },
    ],
    '/embed/event/:name': [
      { name: 'embedded-event', address: `/embed${full.path}` },
      { name: 'embedded-protected', address: `/embed${closed.path}` },
    ],
    '/embed/events': [{ name: 'embedded-list', address: '/embed/events' }],
    '/events/category/:name': [{ name: 'category', address: '/events/category/concerts/' }],
    '/events/tag/:name': [{ name: 'tag', address: '/events/tag/songs/' }],
    '/events/month': [{ name: 'month-now', address: '/events/month/' }],
    '/events/month/:month': [
      { name: 'month', address: '/events/month/2026-12/' },
      { name: 'month-empty', address: '/events/month/2029-02/' },
    ],
    '/events/today': [{ name: 'today', address: '/events/today/' }],
    '/events/:day(^\\d{4}-[\\d-]{2,5}$)': [{ name: 'day', address: '/events/2026-12-05/' }],
    '/event/:name': [
      { name: 'event', address: full.path },
      { name: 'event-plain', address: plain.path },
      { name: 'event-long', address: longest.path },
      { name: 'event-cancelled', address: off.path },
      { name: 'event-protected', address: closed.path },
      { name: 'event-over', address: over.path },
      { name: 'event-all-day', address: allDay.path },
      { name: 'event-missing', address: '/event/none/', status: 404 },
    ],
    '/venue/:name': [{ name: 'venue', address: where ?? '' }],
    '/organizer/:name': [{ name: 'organizer', address: who ?? '' }],
    ...(await statesOfBuying(app)),
    '/kit': [{ name: 'kit', address: '/kit' }],
  }
}

/** A ticket whose event asks a question of every kind, the last only where the first was answered yes. */
async function ticketThatAsks(app: TestApp): Promise<number> {
  const { id, eventId } = await ticketOnSale(app, { name: 'Seminar' })
  const ask = async (kind: string, more: object = {}) => {
    const body = { asked_of: 'attendee', kind, text: { en: `About ${kind}` }, ...more }
    const { json } = await app.admin('POST', `/events/${eventId}/questions`, { as, body })
    return json.id as number
  }
  const choices = ['Beetroot', 'Carrot'].map(name => ({
    id: name.toLowerCase(),
    text: { en: name },
  }))
  const first = await ask('yes_no', { required: true })
  for (const kind of ['text', 'long_text', 'consent', 'date', 'email', 'phone']) await ask(kind)
  await ask('choice', { choices, asked_of: 'order' })
  await ask('several', { choices })
  await ask('text', { text: { en: 'And which?' }, show_if: { question: first, is: ['yes'] } })
  return id
}

/** The pages of baskets, payments, orders and tickets. */
async function statesOfBuying(app: TestApp): Promise<Record<string, readonly State[]>> {
  const free = await ticketOnSale(app, { name: 'Stool', names: 'allowed' })
  const paid = await ticketOnSale(app, { name: 'Chair', priceMinor: 3200, names: 'required' })
  const open = (cart: string) => `/checkout?cart=${cart}`
  const named = { items: [{ full_name: 'Bo Sample', email: 'bo@example.org' }] }
  const meta = [{ ticket_id: paid.id, ...named }]
  const filled = async () => {
    const cart_hash = await fillCart(app, paid.id)
    await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, meta } })
    return cart_hash
  }
  const started = await order(app, 'cardprocessor', await filled())
  const ofOrder = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  const { orderId, attendees } = await buy(app, free.id, { quantity: 2 })
  const bought = await app.tickets('GET', `/orders/${orderId}`, { as })
  const sofa = await ticketOnSale(app, { name: 'Sofa', priceMinor: 4500 })
  const sold = await buy(app, sofa.id, { quantity: 2, way: 'cardprocessor' })
  const receipt = await app.tickets('GET', `/orders/${sold.orderId}`, { as })
  const asking = await ticketThatAsks(app)
  const unasked = await buy(app, asking)
  const unanswered = await app.tickets('GET', `/orders/${unasked.orderId}`, { as })
  const choosing = await app.tickets('GET', `/orders/${await orderThatAsks(app, long)}`, { as })
  const [guest] = attendees
  const ticket = `/ticket/${guest?.id}/${guest?.security_code}`
  return {
    '/checkout': [
      { name: 'checkout-empty', address: '/checkout' },
      { name: 'checkout-free', address: open(await fillCart(app, free.id, 2)) },
      { name: 'checkout-paid', address: open(await fillCart(app, paid.id, 2)) },
      { name: 'checkout-questions', address: open(await fillCart(app, asking, 2)) },
    ],
    '/tickets-order/find': [
      { name: 'find', address: '/tickets-order/find' },
      { name: 'find-ordered', address: '/tickets-order/find?basket=ordered' },
      { name: 'find-sent', address: '/tickets-order/find', done: 'links' },
    ],
    ...(await statesOfAccounts(app)),
    '/mail/unsubscribe/:id': [
      { name: 'unsubscribe', address: await unsubscribePath(app, free.eventId) },
      { name: 'unsubscribe-unknown', address: '/mail/unsubscribe/none', status: 404 },
    ],
    '/sign-in/forgotten': [
      { name: 'forgotten', address: '/sign-in/forgotten' },
      { name: 'forgotten-sent', address: '/sign-in/forgotten', done: 'reset' },
    ],
    '/checkout/pay': [
      {
        name: 'pay-sandbox',
        toOrder: async () => open(await filled()),
        address: '/checkout/pay',
      },
    ],
    '/checkout/return': [{ name: 'return-missing', address: '/checkout/return', status: 404 }],
    '/checkout/embedded': [
      { name: 'handover-over', address: '/checkout/embedded?code=none', status: 410 },
    ],
    '/tickets-order': [
      { name: 'order-missing', address: '/tickets-order/', status: 404 },
      { name: 'order-free', address: ofOrder(bought.json.redirect_url) },
      { name: 'order-paid', address: ofOrder(receipt.json.redirect_url) },
      { name: 'order-questions', address: ofOrder(unanswered.json.redirect_url) },
      { name: 'choice', address: ofOrder(choosing.json.redirect_url) },
      { name: 'order-unpaid', address: ofOrder(started.json.return_url) },
    ],
    '/tickets-order/receipt': [
      {
        name: 'receipt',
        address: ofOrder(receipt.json.redirect_url).replace('order/?', 'order/receipt?'),
      },
    ],
    '/ticket/:id/:code': [
      { name: 'ticket', address: ticket },
      { name: 'ticket-missing', address: `${ticket}x`, status: 404 },
    ],
  }
}

/** The pages for signing in, and those behind links. */
async function statesOfAccounts(app: TestApp): Promise<Record<string, readonly State[]>> {
  const body = { login: 'bo', email: 'bo@example.org', role: 'author' }
  const { json } = await app.admin('POST', '/users', { as, body })
  const linkFor = async (purpose: string) => {
    const made = await app.admin('POST', `/users/${json.id}/links`, { as, body: { purpose } })
    return new URL(made.json.url).pathname
  }
  return {
    '/sign-in': [{ name: 'sign-in', address: '/sign-in' }],
    '/sign-in/code': [{ name: 'code-over', address: '/sign-in/code', status: 401 }],
    '/sign-in/link/:secret': [
      { name: 'link-reset', address: await linkFor('reset') },
      { name: 'link-sign-in', address: await linkFor('sign-in') },
      { name: 'link-gone', address: '/sign-in/link/none', status: 404 },
    ],
  }
}

/** The path of the link in a reminder of this event. */
async function unsubscribePath({ db, deps }: TestApp, eventId: number): Promise<string> {
  const at = deps.clock.now()
  const { id } = await db
    .insertInto('messages')
    .values({
      kind: 'event.reminder',
      about_kind: 'event',
      cause: 'visit',
      recipient: 'bo@example.org',
      event_id: eventId,
      about_id: eventId,
      locale: 'en',
      state: 'withdrawn',
      send_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `/mail/unsubscribe/${endingToken(deps.secrets.order, id)}`
}
