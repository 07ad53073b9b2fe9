// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { aFilledCart, fillCart, order } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { type Got, startApp } from '../support/start-app.ts'

const app = await startApp({ CORS_ORIGINS: 'https://box-office.example' })
const secure = await startApp({ PUBLIC_URL: 'https://tickets.example' })
const as = 'administrator' as const

describe('cookies', () => {
  test('are out of reach of scripts and of other sites’ forms, and stay encrypted where the site has https', async () => {
    const { id } = await ticketOnSale(secure)
    const body = { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] }
    const got = await secure.tickets('POST', '/cart', { body })
    const cookie = String(got.headers['set-cookie'])
    for (const flag of ['; HttpOnly', '; SameSite=Lax', '; Secure', '; Path=/']) {
      expect(cookie).toContain(flag)
    }
    expect(cookie).not.toMatch(/domain/i)
    const { cart_hash } = got.json
    const ordered = await order(secure, 'free', cart_hash)
    expect(String(ordered.headers['set-cookie'])).toMatch(
      /^marquee-cart=; .*Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('are accepted from our own pages, trusted origins and without an origin, and nowhere else', async () => {
    const { cart_hash } = await aFilledCart(app, { quantity: 2 })
    const see = async (origin: string | undefined, host = 'tickets.test') => {
      const { json } = await app.tickets('GET', '/cart', {
        headers: {
          host,
          cookie: `marquee-cart=${cart_hash}`,
          ...(origin === undefined ? {} : { origin }),
        },
      })
      return json.tickets.length
    }
    for (const origin of [undefined, 'http://tickets.test', 'https://box-office.example']) {
      expect([origin, await see(origin)]).toEqual([origin, 1])
    }
    expect(await see('http://192.168.1.5:3000', '192.168.1.5:3000')).toBe(1)
    for (const origin of [
      'null',
      'https://evil.example',
      'http://evil.tickets.test',
      'http://tickets.test.evil.example',
      'http://tickets.test:8080',
      'https://box-office.example.evil.example',
      'http://box-office.example',
    ]) {
      expect([origin, await see(origin)]).toEqual([origin, 0])
    }
  })

  test('let no other site change a cart or order it', async () => {
    const { id } = await ticketOnSale(app)
    const cart_hash = await fillCart(app, id)
    const headers = { cookie: `marquee-cart=${cart_hash}`, origin: 'http://evil.tickets.test' }
    const emptied = await app.tickets('POST', '/cart', {
      form: { provider: 'tc', 'tickets[0][ticket_id]': String(id), 'tickets[0][quantity]': '0' },
      headers,
    })
    const ordered = await app.tickets('POST', '/commerce/free/order', {
      form: { 'purchaser[name]': 'Eve', 'purchaser[email]': 'eve@example.org' },
      headers,
    })
    expect([emptied.json.tickets ?? [], ordered.status]).toEqual([[], 400])
    const { json } = await app.tickets('GET', '/cart', { query: { cart_hash } })
    expect(json.tickets).toHaveLength(1)
  })
})

describe('other origins', () => {
  const allowed = ({ headers }: Got) => [
    headers['access-control-allow-origin'],
    headers['access-control-allow-credentials'],
  ]

  test.each([
    'null',
    'https://evil.example',
    'https://box-office.example.evil.example',
    'https://evil-box-office.example',
    'http://box-office.example',
    'https://box-office.example:8443',
    'HTTPS://BOX-OFFICE.EXAMPLE',
    'http://tickets.test',
  ])('named %s may read, without credentials only', async origin => {
    for (const method of ['GET', 'OPTIONS']) {
      const got = await app.events(method, '/events', {
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(allowed(got)).toEqual(['*', undefined])
    }
  })

  test('may order by the secrets of a cart, and use a credential that they know', async () => {
    const origin = 'https://theatre.example'
    const { id } = await ticketOnSale(app)
    const asked = await app.tickets('OPTIONS', '/cart', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key,prefer',
      },
    })
    const lets = String(asked.headers['access-control-allow-headers']).toLowerCase()
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'prefer']) {
      expect(lets).toContain(name)
    }
    const tickets = [{ ticket_id: id, quantity: 1 }]
    const filled = await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets },
      headers: { origin },
    })
    const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
    const ordered = await app.tickets('POST', '/commerce/free/order', {
      body: { cart_hash: filled.json.cart_hash, purchaser },
      headers: { origin },
    })
    expect([ordered.status, ordered.json.attendees?.length, ...allowed(ordered)]).toEqual([
      200,
      1,
      '*',
      undefined,
    ])
    const staff = await app.admin('GET', '/users', {
      as,
      headers: { origin },
    })
    expect([staff.status, ...allowed(staff)]).toEqual([200, '*', undefined])
  })

  test('that are trusted may send credentials, and caches are told of the difference', async () => {
    const got = await app.events('GET', '/events', {
      headers: { origin: 'https://box-office.example' },
    })
    expect(allowed(got)).toEqual(['https://box-office.example', 'true'])
    expect(String(got.headers['vary'])).toMatch(/origin/i)
  })

  test('cannot use stored passwords: no refusal makes a browser ask for one', async () => {
    const refusals = [
      await app.admin('GET', '/users'),
      await app.admin('GET', '/users', { as: { authorization: 'Basic eDp5' } }),
      await app.admin('GET', '/users', { as: { authorization: 'Bearer x' } }),
      await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } }),
    ]
    for (const { status, headers } of refusals) {
      expect([status, headers['www-authenticate']]).toEqual([401, undefined])
    }
  })

  test('cannot show a page or answer of ours in a frame', async () => {
    for (const path of ['/', '/docs/events', '/svc/events/v1/events', '/nowhere']) {
      const { headers } = await app.call('GET', path)
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    }
  })

  test('no page may open a camera but the one of the door, which alone may run WebAssembly', async () => {
    for (const path of ['/', '/docs/events', '/tickets-door', '/sign-in', '/nowhere', '/admin']) {
      const { headers } = await app.call('GET', path)
      expect([path, headers['permissions-policy']]).toEqual([path, 'camera=()'])
      expect(headers['content-security-policy']).not.toContain('wasm-unsafe-eval')
    }
    const { headers } = await app.call('GET', '/door')
    expect(headers['permissions-policy']).toBe('camera=(self)')
    expect(headers['content-security-policy']).toContain("'wasm-unsafe-eval'")
  })
})
