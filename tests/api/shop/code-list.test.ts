import { describe, expect, test } from 'vitest'
import { fillCart } from '../../support/buying.ts'
import { staffClient } from '../../support/client-in-process.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const staff = await staffClient(app)

let made = 0
const code = (limits: object, more: object = {}) =>
  staff.createCoupon({
    slug: `listed-${(made += 1)}`,
    display_name: 'Listed',
    status: 'active',
    sub_type: 'percent',
    amount: 20,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...more,
  })
const slugs = ({ coupons }: { coupons: readonly { slug: string }[] }) =>
  coupons.map(({ slug }) => slug)

describe('the list of codes', () => {
  test('has those of an event by its id, its tickets and its hidden tickets, and those for everything apart', async () => {
    const eventId = await eventOnSale(app)
    const standard = await ticketOnSale(app, { eventId, name: 'Standard' })
    const hidden = await ticketOnSale(app, { eventId, name: 'Speaker' })
    const elsewhere = await ticketOnSale(app, { name: 'Elsewhere' })
    await staff.updateTicket({ id: hidden.id, post_id: eventId, hidden: true })
    const ofEvent = await code({ events: [eventId] })
    const ofTicket = await code({ tickets: [standard.id, elsewhere.id] })
    const opening = await code({ opens: [hidden.id] })
    const other = await code({ tickets: [elsewhere.id] })
    const free = await code({})
    const minimum = await code({ min_total: '50' })
    const listed = await staff.findCoupons({ event: eventId })
    expect(slugs(listed)).toEqual([opening.slug, ofTicket.slug, ofEvent.slug])
    expect(listed.tickets).toEqual([
      { id: standard.id, event: eventId, name: 'Standard', hidden: false },
      { id: hidden.id, event: eventId, name: 'Speaker', hidden: true },
      { id: elsewhere.id, event: elsewhere.eventId, name: 'Elsewhere', hidden: false },
    ])
    expect(listed.events.map(({ id }) => id)).toEqual([eventId, elsewhere.eventId])
    const [link, twoEvents] = listed.coupons
    const address = new URL(link?.link ?? '')
    expect(address.searchParams.get('code')).toBe(opening.slug)
    expect(address.href).toContain(String(eventId))
    expect(twoEvents?.link).toBeNull()
    expect(slugs(await staff.findCoupons({ everywhere: true }))).toEqual([minimum.slug, free.slug])
    const limited = slugs(await staff.findCoupons({ everywhere: false }))
    expect(limited).toEqual([other.slug, opening.slug, ofTicket.slug, ofEvent.slug])
  })

  test('says what is left, less what carts hold', async () => {
    const ticket = await ticketOnSale(app, { priceMinor: 1000 })
    const { slug } = await code({ tickets: [ticket.id], max_places: 5 }, { usage_limit: 3 })
    const cart_hash = await fillCart(app, ticket.id, 2)
    await staff.applyCoupon({ coupon: slug, cart_hash })
    const { coupons } = await staff.findCoupons({ search: slug })
    expect(coupons).toMatchObject([{ slug, used: 0, orders_left: 2, places_left: 3 }])
    const unlimited = await code({})
    expect(await staff.findCoupons({ search: unlimited.slug })).toMatchObject({
      coupons: [{ orders_left: null, places_left: null }],
    })
  })

  test('has pages, each row once, and finds a code by a part of it or of its name', async () => {
    for (let at = 0; at < 5; at += 1) await code({}, { display_name: `Paged ${at}` })
    const walked: string[] = []
    for (let after: number | null | undefined; after !== null; ) {
      const page = await staff.findCoupons({
        search: 'PAGED',
        limit: 2,
        ...(after !== undefined && { after }),
      })
      walked.push(...page.coupons.map(({ name }) => name))
      after = page.next
    }
    expect(walked).toEqual([4, 3, 2, 1, 0].map(at => `Paged ${at}`))
  })
})
