// Database: in the short run a server alone, where there is one.
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ticketOnSale } from '../support/on-sale.ts'
import { picture } from '../support/picture-server.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ CORS_ORIGINS: 'https://box-office.example' })
const secure = await startApp({ PUBLIC_URL: 'https://tickets.example' })
const evil = 'evil.example'
const draft = {
  title: 'Headers',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 23:00:00',
}
const as = 'administrator' as const

test('HSTS is sent only where the site has https, and for its own host only', async () => {
  const plain = await app.call('GET', '/')
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
  const { headers } = await secure.call('GET', '/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

describe('links in answers', () => {
  const poisoned = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'javascript',
    'x-forwarded-port': '666',
    'x-original-url': `https://${evil}/`,
    'x-rewrite-url': `https://${evil}/`,
    forwarded: `host=${evil};proto=https`,
  }

  test.each(['off', 'on'])(
    'are made without any header of the request, with TRUST_PROXY=%s',
    async trust => {
      const { events, tickets, call } = await startApp({ TRUST_PROXY: trust })
      const made = await events('POST', '/events', { as, body: draft, headers: poisoned })
      await events('POST', '/events', { as, body: draft })
      const got = [
        made,
        await events('GET', '/events', {
          query: { per_page: 1, start_date: '2031-01-01', end_date: '2032-01-01' },
          headers: poisoned,
        }),
        await events('GET', '', { headers: poisoned }),
        await events('GET', '/doc', { headers: poisoned }),
        await tickets('GET', '/tickets', { headers: poisoned }),
        await call('GET', `/?event_qr_code=1&event_id=${made.json.id}`, { headers: poisoned }),
        await call('GET', '/docs/events', { headers: poisoned }),
      ]
      expect(got.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 302, 200])
      for (const { text, headers } of got) {
        expect(text + JSON.stringify(headers)).not.toContain(evil)
      }
      expect(got[1]?.json.next_rest_url).toMatch(/^http:\/\/tickets\.test\//)
    },
  )

  test('are made without the host of a request that names a whole address', async () => {
    const { http, events } = await startApp()
    const { json } = await events('POST', '/events', { as, body: { ...draft, status: 'publish' } })
    await http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = http.server.address() as AddressInfo
    const paths = ['', '/', '?lang=de', '/events/', new URL(json.url).pathname, '/sign-in']
    for (const path of [...paths, '/svc/events/v1/events']) {
      const text = await new Promise<string>((resolve, reject) => {
        const asked = get({ port, path: `http://${evil}${path}` }, response => {
          readText(response).then(body => resolve(`${response.statusCode}${body}`), reject)
        })
        asked.once('error', reject)
      })
      expect([path, text.slice(0, 3)]).toEqual([path, '200'])
      expect(text).not.toContain(evil)
    }
  })

  test('redirect no page to an address that a request names', async () => {
    const { json } = await app.events('POST', '/events', { as, body: draft })
    for (const path of [
      `//${evil}/`,
      `/\\${evil}/`,
      `/?event_qr_code=1&event_id=${json.id}&path=https://${evil}&redirect_to=//${evil}`,
      `/?event_qr_code=1&event_id=//${evil}`,
      `/event/..%2f..%2f%2f${evil}/`,
    ]) {
      const { headers } = await app.call('GET', path)
      const location = String(headers['location'] ?? 'http://tickets.test/')
      expect({ path, host: new URL(location, 'http://tickets.test').host }).toEqual({
        path,
        host: 'tickets.test',
      })
    }
  })
})

describe('line breaks in headers', () => {
  const breaks = [
    '\r\nset-cookie: a=b',
    '\nx-evil: 1',
    '\r',
    '\u010d\u010aset-cookie: a=b',
    '\u2028x-evil: 1',
    '\u0000',
  ]

  test.each(breaks)('cannot come from a title with %j by its slug', async line => {
    const title = `Broken ${line} title`
    const slug = `slug ${line}`
    const made = await app.events('POST', '/events', { as, body: { ...draft, title, slug } })
    if (line === '\u0000') return expect(made.status).toBe(400)
    expect(made.status).toBe(201)
    const got = await app.call('GET', `/?event_qr_code=1&event_id=${made.json.id}`)
    expect(got.status).toBe(302)
    expect(got.headers['location']).toMatch(/^http:\/\/tickets\.test\/event\/[\x21-\x7e]+\/$/)
    expect(got.headers['set-cookie']).toBeUndefined()
    expect(got.headers['x-evil']).toBeUndefined()
  })

  test.each(breaks)(
    'cannot come from a list requested with %j, in its count and link headers',
    async line => {
      const got = await app.events('GET', '/events', {
        query: { search: `x${line}`, tags: `y${line}`, per_page: 1 },
      })
      expect([200, 400, 404]).toContain(got.status)
      for (const [name, value] of Object.entries(got.headers)) {
        expect([name, /^[\x20-\x7e]*$/.test(String(value))]).toEqual([name, true])
      }
      expect(got.headers['x-evil']).toBeUndefined()
    },
  )

  test('cannot come from a cookie, which is always one that we made', async () => {
    const { id } = await ticketOnSale(app)
    for (const cart_hash of ['fixed-by-somebody-else', 'x; Domain=evil.example', 'x\r\na: b']) {
      const body = { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }], cart_hash }
      const got = await app.tickets('POST', '/cart', { body })
      if (got.status !== 200) continue
      expect(String(got.headers['set-cookie'])).toMatch(
        /^marquee-cart=[\w-]{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      )
      expect(String(got.headers['set-cookie'])).not.toContain('fixed')
    }
  })

  test('cannot come from the name of an uploaded file', async () => {
    const body = await picture(10, 10)
    const headers = {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a%0d%0aset-cookie: a=b.html"',
    }
    const { json } = await app.events('POST', '/images', { as, body, headers })
    const got = await app.call('GET', new URL(json.url).pathname)
    expect(got.headers['content-disposition']).toBeUndefined()
    expect(JSON.stringify(got.headers)).not.toContain('a=b')
  })

  test('cannot come from a request id, which is taken from X-Request-Id only and only where it is plain', async () => {
    for (const headers of [{ 'request-id': 'forged' }, { 'x-request-id': 'a b<script>' }]) {
      const got = await app.events('GET', '', { headers })
      expect(got.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('metrics', () => {
  test('without a token are for this machine only, not for clients of a proxy on it', async () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) {
      expect((await app.call('GET', '/metrics', { headers: { host } })).status).toBe(200)
    }
    for (const [name, value] of [
      ['x-forwarded-for', '1.2.3.4'],
      ['x-forwarded-proto', 'https'],
      ['x-real-ip', '1.2.3.4'],
      ['via', '1.1 proxy'],
      ['forwarded', 'for=1.2.3.4'],
      ['cf-connecting-ip', '1.2.3.4'],
      ['host', 'tickets.test'],
      ['host', '127.0.0.1.evil.example'],
    ] as const) {
      const { status } = await app.call('GET', '/metrics', { headers: { [name]: value } })
      expect([name, value, status]).toEqual([name, value, 401])
    }
  })

  test('with a token are for those who have it', async () => {
    const token = 'a-token-of-24-characters'
    const guarded = await startApp({ METRICS_TOKEN: token })
    const ask = (authorization: string) =>
      guarded.call('GET', '/metrics', { headers: { authorization } })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    for (const wrong of ['', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
      expect((await ask(wrong)).status).toBe(401)
    }
  })
})
