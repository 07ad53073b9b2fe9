// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import {
  aFilledCart,
  fillCart,
  letHoldsExpire,
  order,
  readOrder,
  tell,
} from '../../support/buying.ts'
import { eventOnSale, type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { startApp } from '../../support/start-app.ts'

const { app, card } = await startPaidApp()
const as = 'administrator' as const
const page = async (url: string) =>
  (await app.call('GET', url.replace('http://tickets.test', ''))).text
/** The page contains its first code; the others have an address. */
const pictures = (text: string) =>
  text.match(/<img src="(?:data:image\/svg|[^"]+\/tickets\/qr\/)/g)?.length ?? 0

async function begun(draft: TicketDraft & { quantity?: number } = {}) {
  const filled = await aFilledCart(app, { name: 'Chair', ...draft })
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  const path = `cardprocessor/order/${json.payment_intent_id}`
  const body = { client_secret: json.client_secret, cart_hash: filled.cart_hash }
  return {
    ...filled,
    id: json.order_id as number,
    intent: json.payment_intent_id,
    url: json.return_url as string,
    path,
    body,
  }
}
async function paid(draft: TicketDraft & { quantity?: number } = {}) {
  const made = await begun(draft)
  card.pay(made.intent)
  await tell(app, made.path, made.body)
  return made
}
const giveBack = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })

describe('the page of an order', () => {
  test('shows the tickets of a paid order and links to its event', async () => {
    const { url, eventId } = await paid({ quantity: 2 })
    const text = await page(url)
    expect(text).toContain('This order is paid.')
    expect(text).toContain('Show the tickets below at the entrance.')
    expect(text).toMatch(/2 × Chair<\/dt><dd>\$60\.00/)
    expect(text).toMatch(new RegExp(`<a href="[^"]*[?;&]p=${eventId}">About An evening</a>`))
    expect(pictures(text)).toBe(2)
    expect(text).not.toContain('Refunds</h2>')
  })

  test('with a partial refund shows how much, when and which tickets remain valid', async () => {
    const { url, id } = await paid({ quantity: 3 })
    const { items } = await readOrder(app, id)
    await giveBack(id, { lines: [{ id: items[0]?.id, quantity: 1 }] })
    const text = await page(url)
    expect(text).toContain('Part of this order was given back.')
    expect(text).toMatch(/3 × Chair \(1 of them given back\)<\/dt><dd>\$90\.00/)
    expect(text).toMatch(/Given back<\/dt><dd>-\$30\.00.*Remaining<\/dt><dd>\$60\.00/)
    expect(text).toMatch(/\$30\.00<\/strong> was refunded\.<br\/?><time[^>]*>[^<]+\(UTC\)<\/time>/)
    expect(pictures(text)).toBe(2)
  })

  test('shows no ticket of a refunded order, and says that it was refunded', async () => {
    const { url, id } = await paid({ quantity: 2 })
    const { items } = await readOrder(app, id)
    await giveBack(id, { lines: [{ id: items[0]?.id, quantity: 2 }] })
    const text = await page(url)
    expect(text).toContain('This order was refunded.')
    expect(text).toContain('Its tickets are no longer valid.')
    expect(text).toMatch(/2 × Chair \(given back\)<\/dt><dd>\$60\.00/)
    expect(text).toMatch(/Given back<\/dt><dd>-\$60\.00.*Remaining<\/dt><dd>\$0\.00/)
    expect(pictures(text)).toBe(0)
    expect(text).toContain('Choose tickets for An evening')
  })

  test('shows only codes that check-in accepts, those of an event in the trash included', async () => {
    const { url, id, eventId } = await paid()
    const attendees = app.db.updateTable('attendees').where('order_id', '=', id)
    await attendees.set({ order_status: 'reversed' }).execute()
    const disputed = await page(url)
    expect(disputed).toContain('Until that is settled, its tickets admit nobody')
    expect(pictures(disputed)).toBe(0)
    await attendees.set({ order_status: 'completed' }).execute()
    await app.db.updateTable('events').set({ status: 'trash' }).where('id', '=', eventId).execute()
    const gone = await page(url)
    expect(pictures(gone)).toBeGreaterThan(0)
    expect(gone).not.toContain('An evening</a>')
  })

  test.each([
    ['created', /is not paid yet/],
    ['action-req', /confirm the payment/],
    ['pending', /is being processed/],
    ['denied', /was declined\..*Nothing was charged/s],
    ['not-completed', /was not completed\..*Nothing was charged/s],
    ['voided', /was cancelled\..*Nothing was charged/s],
    ['reversed', /has reversed the payment for this order/],
  ] as const)('has for %s a sentence and a next step', async (status, sentence) => {
    const { url, id } = await begun()
    await app.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
    const text = await page(url)
    expect(text).toMatch(sentence)
    expect(text).toMatch(/<a href="[^"]+">[^<]*An evening<\/a>/)
    expect(pictures(text)).toBe(0)
    expect(text).not.toContain(`Status: ${status}`)
  })

  test('says that a payment that came too late is refunded', async () => {
    const late = await begun({ capacity: 1 })
    await letHoldsExpire(app, late.ticketId)
    await fillCart(app, late.ticketId)
    card.pay(late.intent)
    await tell(app, late.path, late.body)
    const text = await page(late.url)
    expect(text).toContain('its places were no longer available')
    expect(text).toMatch(/\$30\.00<\/strong> was refunded/)
    expect(pictures(text)).toBe(0)
  })

  test('does not say that places were gone when a payment of another amount is refunded', async () => {
    const other = await begun()
    const total = { total_minor: 2000, subtotal_minor: 2000 }
    await app.db.updateTable('orders').set(total).where('id', '=', other.id).execute()
    card.pay(other.intent)
    await tell(app, other.path, other.body)
    const text = await page(other.url)
    expect(text).toContain('Your payment did not complete this order')
    expect(text).not.toContain('not available any more')
    expect(text).toMatch(/\$30\.00<\/strong> was refunded/)
  })
})

describe('the page of an event', () => {
  const eventPage = async (...drafts: TicketDraft[]) => {
    const eventId = await eventOnSale(app)
    for (const draft of drafts) await ticketOnSale(app, { eventId, ...draft })
    return page(`/?p=${eventId}`)
  }

  test('shows a ticket’s current price in its own currency, or why it is not on sale', async () => {
    const text = await eventPage(
      { name: 'Chair', priceMinor: 1200 },
      { name: 'Bench', priceMinor: 5000, salePriceMinor: 4000 },
      { name: 'Stool', priceMinor: 0 },
      { name: 'Box', priceMinor: 900, currency: 'JPY' },
      { name: 'Gone', priceMinor: 1200, capacity: 0 },
      { name: 'Soon', priceMinor: 1200, saleStartsAt: '2031-05-01T10:00:00Z' },
      { name: 'Past', priceMinor: 1200, saleEndsAt: '2026-11-20T10:00:00Z' },
      { name: 'Endless', priceMinor: 100, capacity: null },
    )
    const about = (name: string) => {
      const [, offer = ''] = text.split(`>${name}<`)
      return `<${offer}`
        .split('</li>')[0]
        ?.replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    }
    expect(about('Chair')).toMatch(/^\$12\.00/)
    expect(about('Bench')).toMatch(/^instead of \$50\.00 \$40\.00/)
    expect(about('Stool')).toMatch(/^Free/)
    expect(about('Box')).toContain('¥900')
    expect(about('Box')).toContain('Not on sale at the moment')
    expect(about('Gone')).toContain('Sold out')
    expect(about('Soon')).toContain('On sale from Thursday')
    expect(about('Past')).toContain('Sales have ended')
    expect(about('Endless')).toMatch(/^\$1\.00/)
    expect(text).not.toContain('Sandbox')
  })

  test('shows the whole price with all fees that apply to everybody', async () => {
    const fresh = await startApp()
    const body = { display_name: 'Booking', sub_type: 'flat', raw_amount: '2.50', status: 'active' }
    const fee = await fresh.tickets('POST', '/fees', {
      as,
      body: { ...body, meta_value: 'all' },
    })
    expect(fee.json.code).toBeUndefined()
    const { eventId } = await ticketOnSale(fresh, { name: 'Chair', priceMinor: 1200 })
    const { text } = await fresh.call('GET', `/?p=${eventId}`)
    expect(text).toMatch(/\$14\.50<\/strong>.*fees included/s)
  })

  test('tells places in carts from places sold', async () => {
    const { eventId, ticketId } = await aFilledCart(app, { name: 'Chair', capacity: 1 })
    expect(await page(`/?p=${eventId}`)).toContain('Sold out for now')
    await letHoldsExpire(app, ticketId)
    // What is left may be a second old on pages (contract.md 24.1).
    app.clock.advance(1)
    expect(await page(`/?p=${eventId}`)).toMatch(/Chair<.*\$30\.00/s)
  })

  test('with prices says that payments are simulated, while they are', async () => {
    const fresh = await startApp()
    const about = async (priceMinor: number) => {
      const { eventId } = await ticketOnSale(fresh, { priceMinor })
      return (await fresh.call('GET', `/?p=${eventId}`)).text
    }
    expect(await about(1200)).toContain('payments are simulated')
    expect(await about(0)).not.toContain('payments are simulated')
  })
})
