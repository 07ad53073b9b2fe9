import { expect, test } from 'vitest'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const { id } = await ticketOnSale(app)
const forms = {
  '/cart': { [`tickets[t${id}]`]: '1' },
  '/checkout': { do: 'save' },
  '/checkout/pay': { do: 'succeed' },
  '/tickets-order/find': { email: 'ada@example.org' },
}

test.each(Object.entries(forms))(
  'the form of another site to %s is refused, and leaves the visitor’s cookies alone',
  async (path, form) => {
    for (const origin of ['https://evil.example', 'null']) {
      const { status, headers } = await app.call('POST', path, { form, headers: { origin } })
      expect([origin, status, headers['set-cookie']]).toEqual([origin, 403, undefined])
    }
    const { status } = await app.call('POST', path, {
      form,
      headers: { origin: 'http://tickets.test' },
    })
    expect(status).not.toBe(403)
  },
)

test.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['none', 403],
  ['same-origin', 303],
])(
  'a form without an origin counts as ours only where the browser says so: %s',
  async (site, wanted) => {
    const headers = { origin: 'null', 'sec-fetch-site': site }
    const { status, headers: answered } = await app.call('POST', '/cart', {
      form: forms['/cart'],
      headers,
    })
    expect([status, answered['set-cookie'] !== undefined]).toEqual([wanted, wanted === 303])
  },
)

test('the interface sets no cookie for another site, whose form could name a cart of its own', async () => {
  const form = { provider: 'tc', 'tickets[0][ticket_id]': String(id), 'tickets[0][quantity]': '1' }
  const from = (origin: string) => app.tickets('POST', '/cart', { form, headers: { origin } })
  const other = await from('https://evil.example')
  expect([other.status, other.headers['set-cookie']]).toEqual([200, undefined])
  expect(String((await from('http://tickets.test')).headers['set-cookie'])).toContain(
    'marquee-cart=',
  )
})
