// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { buy, readOrder } from '../../support/buying.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { deliver } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const mails = await startMailServer()
const app = await startApp({
  SMTP_URL: mails.url,
  MAIL_FROM: 'box@tickets.test',
  MAIL_PDF_KIB: 'off',
  RATE_LIMIT: '100000',
})

type Order = { email?: string; priceMinor?: number; through?: TestApp }

/** A browser that has just ordered two places on the pages. */
async function justBought({
  email = 'ada@example.org',
  priceMinor = 0,
  through = app,
}: Order = {}) {
  const { id, eventId } = await ticketOnSale(through, { name: 'Chair', priceMinor, capacity: null })
  const visitor = buyer(through)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '2' })
  await visitor.send('/checkout', { name: 'Ada', email }, 'order')
  if (priceMinor > 0) await visitor.send('/checkout/pay', {}, 'succeed')
  expect(visitor.page().text).toContain('You are going to')
  const page = visitor.at()
  const orderId = Number(/tc-order-id=(\d+)/.exec(page)?.[1])
  return { visitor, page, orderId, codes: await codesOf(through, orderId) }
}

const codesOf = async (of: TestApp, id: number) =>
  (await readOrder(of, id)).attendees.map(({ security_code }) => security_code).sort()

const to = (address: string) => mails.received.filter(mail => mail.to === address)

describe('the page of an order', () => {
  test('says where the tickets were mailed, and before that they are on their way', async () => {
    const { visitor, page } = await justBought({ email: 'told@example.org' })
    await app.deps.following.catchUp()
    expect((await visitor.open(page)).text).toContain('Your tickets are on their way to told@')
    await deliver(app)
    expect((await visitor.open(page)).text).toContain('We sent your tickets to told@example.org.')
  })

  test('says that a mail did not arrive, and that a site sends none', async () => {
    mails.refuse(address => (address.startsWith('gone') ? { at: 'rcpt', code: 550 } : undefined))
    const { visitor, page } = await justBought({ email: 'gone@example.org' })
    await deliver(app)
    expect((await visitor.open(page)).text).toContain('The mail to gone@example.org did not arrive')
    const silent = await startApp({ MAIL_PDF_KIB: 'off' })
    const bought = await justBought({ through: silent })
    await deliver(silent)
    const { text } = await bought.visitor.open(bought.page)
    expect(text).toContain('This site sends no mail at the moment')
  })

  test('sends the tickets again three times an hour', async () => {
    const { visitor, page } = await justBought({ email: 'again@example.org', priceMinor: 1500 })
    await deliver(app)
    for (let time = 0; time < 3; time += 1) {
      await visitor.open(page)
      await visitor.send('/tickets-order/resend')
      expect(visitor.page().text).toContain('The mail is on its way again.')
    }
    await visitor.send('/tickets-order/resend')
    expect(visitor.page().status).toBe(429)
    expect(visitor.page().text).toContain('No more mails can be sent at the moment.')
    await deliver(app)
    expect(to('again@example.org')).toHaveLength(4)
  })

  test('sends no more mails about free orders than their limit, however many orders ask', async () => {
    for (let order = 0; order < 5; order += 1) {
      const { visitor } = await justBought({ email: 'bombed@example.org' })
      await app.deps.following.catchUp()
      await visitor.open(visitor.at())
      await visitor.send('/tickets-order/resend')
      expect(visitor.page().text).toContain('The mail is on its way again.')
      if (order < 4) continue
      await visitor.send('/tickets-order/resend')
      expect(visitor.page().status).toBe(429)
    }
    await deliver(app)
    expect(to('bombed@example.org')).toHaveLength(10)
  })
})

describe('a mistyped address', () => {
  const change = async ({ visitor, page }: Pick<Bought, 'visitor' | 'page'>, email: string) => {
    await visitor.open(page)
    await visitor.send('/tickets-order/address', { email })
    return visitor.page()
  }
  type Bought = Awaited<ReturnType<typeof justBought>>

  test('is corrected before anything was mailed to it: link and codes stay', async () => {
    const bought = await justBought({ email: 'early@gmial.con' })
    await app.deps.following.catchUp()
    expect((await bought.visitor.open(bought.page)).text).toContain('Did you mean early@gmail.com?')
    const { text } = await change(bought, 'early@example.org')
    expect(text).toContain('The address is changed')
    expect(bought.visitor.at()).toBe(bought.page)
    await deliver(app)
    expect([to('early@gmial.con'), to('early@example.org')].map(({ length }) => length)).toEqual([
      0, 1,
    ])
    expect(await codesOf(app, bought.orderId)).toEqual(bought.codes)
  })

  test('that got the mail loses its link and its codes, and is told', async () => {
    const bought = await justBought({ email: 'wrong@example.org', priceMinor: 1500 })
    await deliver(app)
    const { text } = await change(bought, 'right@example.org')
    expect(text).toContain('The address is changed')
    const page = bought.visitor.at()
    expect(page).not.toBe(bought.page)
    await deliver(app)
    expect((await bought.visitor.open(page)).text).toContain(
      'We sent your tickets to right@example.org.',
    )
    const renewed = await codesOf(app, bought.orderId)
    expect(renewed.filter(code => bought.codes.includes(code))).toEqual([])
    const [mail] = to('right@example.org')
    expect(mail?.raw.replaceAll(/=\r?\n/g, '')).toContain(`tc-order-id=3D${bought.orderId}`)
    expect(to('wrong@example.org').at(-1)?.raw).toContain('passed on')
    const stranger = buyer(app)
    expect((await stranger.open(bought.page)).status).toBe(404)
    for (const file of ['tickets.pdf', 'calendar.ics', 'receipt']) {
      const old = bought.page.replace('/tickets-order/?', `/tickets-order/${file}?`)
      expect((await stranger.open(old)).status).toBe(404)
    }
    const calendar = page.replace('/tickets-order/?', '/tickets-order/calendar.ics?')
    expect((await stranger.open(calendar)).status).toBe(200)
  })

  test('is corrected in the browser that ordered alone, three times a day, before the event', async () => {
    const bought = await justBought({ email: 'own@example.org' })
    const friend = buyer(app)
    await friend.open(bought.page)
    expect(friend.page().text).not.toContain('/tickets-order/address')
    const form =
      (await bought.visitor.open(bought.page)) && bought.visitor.held('/tickets-order/address')
    await friend.post('/tickets-order/address', { ...form, email: 'thief@example.org' })
    expect(friend.page().status).toBe(409)
    for (const name of ['a', 'b', 'c']) {
      expect((await change(bought, `${name}@example.org`)).text).toContain('The address is changed')
    }
    expect((await change(bought, 'd@example.org')).status).toBe(429)
    expect((await change(bought, 'no address')).status).toBe(422)
    expect(bought.visitor.page().text).toContain('value="no address"')
    expect((await readOrder(app, bought.orderId)).purchaser).toMatchObject({
      email: 'c@example.org',
    })
  })
})

describe('a receipt', () => {
  test('says what was paid, when, how, by whom and to whom', async () => {
    const { visitor, page } = await justBought({ priceMinor: 1500 })
    expect((await visitor.open(page)).text).toContain('/tickets-order/receipt?')
    await visitor.open(page.replace('/tickets-order/?', '/tickets-order/receipt?'))
    const { text, status } = visitor.page()
    expect(status).toBe(200)
    for (const part of ['2 × Chair', '$30.00', 'Ada', 'ada@example.org', 'Paid on', 'Marquee']) {
      expect(text).toContain(part)
    }
  })

  test('is none of a free order', async () => {
    const { id } = await ticketOnSale(app, { name: 'Stool' })
    const { orderId } = await buy(app, id)
    const url = (await readOrder(app, orderId)).redirect_url ?? ''
    const page = url.replace('http://tickets.test', '')
    const visitor = buyer(app)
    await visitor.open(page.replace('/tickets-order/?', '/tickets-order/receipt?'))
    expect(visitor.at()).toBe(page)
    expect(visitor.page().text).not.toContain('Receipt')
  })
})
