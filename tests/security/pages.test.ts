// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/access/users/password.ts'
import { buyer } from '../support/buyer.ts'
import { buy } from '../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: '100000' })
const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

/** A visitor with a free order of this many places, on the page of the order. */
async function ordered(quantity = 1) {
  const { id, eventId } = await ticketOnSale(app)
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: String(quantity) })
  await visitor.send('/checkout', ada, 'order')
  return { visitor, ticketId: id }
}

describe('the tickets of a protected event', () => {
  test('are shown by no form to a visitor without its password', async () => {
    const eventId = await eventOnSale(app, { passwordHash: await hashPassword('sesame') })
    const draft = { eventId, name: 'Founders’ table', priceMinor: 12_300, capacity: 7 }
    const { id } = await ticketOnSale(app, draft)
    const visitor = buyer(app)
    for (const quantity of ['', 'x', '1', '8', '9999']) {
      for (const password of [{}, { password: 'wrong' }] as Record<string, string>[]) {
        const form = { event: String(eventId), [`tickets[t${id}]`]: quantity, ...password }
        await visitor.post('/cart', form)
        expect(visitor.page().text).not.toContain('Founders')
        expect(visitor.page().text).not.toContain('123.00')
      }
    }
    await visitor.open(`/?p=${eventId}`)
    expect(visitor.page().text).toContain('type="password"')
  })
})

describe('transfers of a ticket', () => {
  test('end with the reason before a buyer can mail many strangers', async () => {
    const { visitor: ada } = await ordered()
    const { attendee: id } = ada.held('/tickets-order/holder')
    let [holder, action] = [ada, '/tickets-order/holder']
    const give = async (email: string) => {
      const fields = { [`name-${id}`]: 'Win money', [`email-${id}`]: email }
      await holder.post(action, { ...holder.held(action), ...fields })
      return holder.page()
    }
    // Each holder passes the ticket on by the link that was mailed to it.
    for (let times = 1; times <= 5; times += 1) {
      expect((await give(`guest${times}@example.org`)).text).toContain('has a new holder')
      await deliver(app)
      const [told] = await outbox(app, { recipient: `guest${times}@example.org` })
      const { text = '' } = await readMail(app, told?.id ?? 0)
      const link = /http:\S+(\/ticket\/\S+)\?holder=\S+/.exec(text)
      holder = buyer(app)
      await holder.open(link?.[0]?.replace('http://tickets.test', '') ?? '')
      action = `${link?.[1]}/holder`
    }
    const { status, text } = await give('guest6@example.org')
    expect(status).toBe(429)
    expect(text).toContain('Too many attempts')
    expect(text).toContain('value="guest6@example.org"')
    // The holder's name may still be corrected: no mail is sent for it.
    expect((await give('Guest5@example.org')).text).not.toContain('Too many attempts')
    await deliver(app)
    expect(await outbox(app, { recipient: 'guest6@example.org' })).toEqual([])
  })
})

describe('a venue and an organizer that became drafts', () => {
  test('are in no mail to buyers, as on pages', async () => {
    const as = 'administrator' as const
    const venue = { venue: 'Hidden hall', status: 'publish' }
    const organizer = { organizer: 'Hidden host', email: 'host@example.org', status: 'publish' }
    const { json: hall } = await app.events('POST', '/venues', { as, body: venue })
    const { json: host } = await app.events('POST', '/organizers', { as, body: organizer })
    const body = {
      title: 'Somewhere',
      start_date: '2031-01-01 20:00',
      end_date: '2031-01-01 22:00',
      status: 'publish',
      venue: hall.id,
      organizer: host.id,
    }
    const { json: event } = await app.events('POST', '/events', { as, body })
    const { id } = await ticketOnSale(app, { eventId: event.id })
    const mailOf = async () => {
      await buy(app, id)
      await deliver(app)
      const { raw, text } = (await newest(app, 'order.confirmed')).mail
      return `${raw} ${text}`
    }
    expect(await mailOf()).toMatch(/Hidden host[\s\S]*Hidden hall/)
    await app.events('POST', `/venues/${hall.id}`, { as, body: { status: 'draft' } })
    await app.events('POST', `/organizers/${host.id}`, { as, body: { status: 'draft' } })
    expect(await mailOf()).not.toMatch(/Hidden|host@example/)
  })
})
