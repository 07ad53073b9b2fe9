import { expect, test } from 'vitest'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ TRUST_PROXY: '1' })
const ticket = await ticketOnSale(app, { capacity: 1000 })

type Buyer = { from: string; key: string; cart_hash?: string; cookie?: string }

async function fill({ from, key, cart_hash, cookie }: Buyer) {
  const headers = {
    'x-forwarded-for': from,
    'idempotency-key': key,
    ...(cookie !== undefined && { cookie: `marquee-cart=${cookie}` }),
  }
  const tickets = [{ ticket_id: ticket.id, quantity: 1 }]
  const body = { provider: 'tc', tickets, ...(cart_hash !== undefined && { cart_hash }) }
  const got = await app.tickets('POST', '/cart', { body, headers })
  const replayed = got.headers['idempotent-replayed'] === 'true'
  return { status: got.status, hash: got.json.cart_hash as string, replayed }
}

test.each([
  ['none', {}],
  ['an empty one', { cart_hash: '' }],
  ['one that both made up', { cart_hash: 'a'.repeat(32) }],
  ['one that both made up, as a cookie', { cookie: 'b'.repeat(32) }],
])(
  'strangers on two networks who send the same idempotency key get carts of their own; hash: %s',
  async (what, hash) => {
    const key = `checkout of ${what}`.replaceAll(/\W/g, '-')
    const one = await fill({ from: '192.0.2.1', key, ...hash })
    const other = await fill({ from: '198.51.100.1', key, ...hash })
    expect([one.status, other.status]).toEqual([200, 200])
    expect([one.replayed, other.replayed]).toEqual([false, false])
    expect(other.hash).not.toBe(one.hash)
  },
)

test('a buyer with the secret of a cart may repeat a request about it from any network', async () => {
  const { hash } = await fill({ from: '192.0.2.2', key: 'begin' })
  const first = await fill({ from: '192.0.2.2', key: 'more', cart_hash: hash })
  const again = await fill({ from: '198.51.100.2', key: 'more', cart_hash: hash })
  expect([first.replayed, again.replayed]).toEqual([false, true])
  expect(again.hash).toBe(hash)
})
