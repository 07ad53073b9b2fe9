// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/access/users/password.ts'
import { buyer } from '../support/buyer.ts'
import { deliver, outbox } from '../support/mailbox.ts'
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
        expect(visitor.page().text).not.toContain('123')
      }
    }
    await visitor.open(`/?p=${eventId}`)
    expect(visitor.page().text).toContain('type="password"')
  })
})

describe('transfers of a ticket', () => {
  test('end with the reason before a buyer can mail many strangers', async () => {
    const { visitor } = await ordered()
    const give = async (email: string) => {
      const { attendee: id } = visitor.held('/tickets-order/holder')
      await visitor.send('/tickets-order/holder', {
        [`name-${id}`]: 'Win money',
        [`email-${id}`]: email,
      })
      return visitor.page()
    }
    for (let times = 1; times <= 5; times += 1) {
      expect((await give(`guest${times}@example.org`)).text).toContain('has its new holder')
    }
    const { status, text } = await give('guest6@example.org')
    expect(status).toBe(429)
    expect(text).toContain('tried too often')
    expect(text).toContain('value="guest6@example.org"')
    // The holder's name may still be corrected: no mail is sent for it.
    expect((await give('Guest5@example.org')).text).toContain('has its new holder')
    await deliver(app)
    expect(await outbox(app, { recipient: 'guest6@example.org' })).toEqual([])
  })
})
