// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { storedPassword } from '../../src/catalogue/events/unlock-event.ts'
import { fillCart, order, tell } from '../support/buying.ts'
import { watchLog } from '../support/log-watch.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'
import { startApp } from '../support/start-app.ts'

/** Lines of a log at its most talkative. */
function listen() {
  const lines: string[] = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  return { log, lines }
}

describe('the log has no secret and no personal data', async () => {
  const { app, card, cardMessages } = await startPaidApp({
    METRICS_TOKEN: 'metrics-token-of-24-chars',
  })
  const { watched } = app
  const name = 'Wilhelmina Sesquipedalian'
  const email = 'wilhelmina@planted.example'
  const password = 'planted-password-of-a-person'
  const eventPassword = 'planted-password-of-an-event'
  const coupon = 'PLANTED-COUPON-CODE'
  for (const [what, secret] of Object.entries({
    name,
    email,
    password,
    eventPassword,
    coupon,
    metrics: 'metrics-token-of-24-chars',
    processor: card.secretKey,
    webhook: card.webhookSecret,
  })) {
    watched.plant(what, secret)
  }
  const idempotent = { headers: { 'idempotency-key': 'planted-idempotency-key' } }
  watched.plant('idempotency key', 'planted-idempotency-key')

  test('from accounts, keys and sign-in, right and wrong', async () => {
    const as = 'administrator' as const
    const body = { login: 'planted', email, display_name: name, role: 'author', password }
    expect((await app.admin('POST', '/users', { as, body })).status).toBe(201)
    const taken = await app.admin('POST', '/users', { as, body })
    expect(taken.json.code).toBe('rest_user_exists')
    const made = await app.admin('POST', '/sign-in', { body: { login: email, password } })
    watched.plant('signed in', made.json.password)
    await app.admin('POST', '/sign-in', { body: { login: email, password: `${password}?` } })
    const key = await app.admin('POST', '/keys', { as, body: { name: 'K', scopes: ['read'] } })
    watched.plant('API key', key.json.api_key)
    const bearer = { authorization: `Bearer ${key.json.api_key}` }
    expect((await app.events('GET', '/events', { as: bearer })).status).toBe(200)
    await app.events('GET', '/events', { as: { authorization: `Bearer ${key.json.api_key}x` } })
    await app.call('GET', '/metrics', {
      headers: { authorization: 'Bearer metrics-token-of-24-chars' },
    })
  })

  test('from a protected event, a coupon, a cart, a card order, its messages and check-in', async () => {
    const passwordHash = (await storedPassword(eventPassword)) ?? ''
    const locked = await eventOnSale(app, { passwordHash })
    for (const guess of [eventPassword, `${eventPassword}?`]) {
      await app.events('GET', `/events/${locked}`, { query: { password: guess } })
    }
    await app.tickets('POST', '/coupons/validate', { body: { coupon } })
    const { id } = await ticketOnSale(app, { priceMinor: 3000 })
    const cart_hash = await fillCart(app, id)
    watched.plant('cart', cart_hash)
    const begun = await order(app, 'cardprocessor', cart_hash, {
      body: { purchaser: { name, email } },
      ...idempotent,
    })
    expect(begun.status).toBe(200)
    const { payment_intent_id: intent, client_secret } = begun.json
    watched.plant('client secret', client_secret)
    card.faults.next({ kind: 'status', status: 500, when: 'before' }, /payment_intents/)
    card.pay(intent)
    const paid = await tell(app, `cardprocessor/order/${intent}`, { client_secret, cart_hash })
    expect(paid.status).toBe(200)
    watched.plant('order link', new URL(paid.json.redirect_url).searchParams.get('key'))
    const [attendee] = paid.json.attendees
    watched.plant('ticket code', attendee.security_code)
    await card.webhooks.deliver(cardMessages)
    const { pathname, search } = new URL(paid.json.redirect_url)
    expect((await app.call('GET', pathname + search)).status).toBe(200)
    expect((await app.call('GET', new URL(attendee.qr_url).pathname)).status).toBe(200)
    const scanner = await app.tickets('POST', '/scanner-keys', {
      as: 'administrator',
      body: { name: 'Door' },
    })
    const { api_key } = scanner.json
    watched.plant('scanner key', api_key)
    const query = { api_key, ticket_id: String(attendee.id), security_code: attendee.security_code }
    expect((await app.tickets('GET', '/qr', { query })).status).toBe(201)
    expect((await app.tickets('GET', '/qr', { query })).status).toBe(403)
  })

  test('from a form with a cookie', async () => {
    const cookie = 'planted-cookie-of-a-cart-0123456789'
    watched.plant('cookie', cookie)
    const part = `--edge\r\ncontent-disposition: form-data; name="login"\r\n\r\n${email}\r\n--edge--\r\n`
    const headers = {
      cookie: `marquee-cart=${cookie}`,
      'content-type': 'multipart/form-data; boundary=edge',
    }
    const got = await app.admin('POST', '/sign-in', { body: part, headers, as: 'author' })
    expect([got.status, got.json.code]).toEqual([400, 'rest_missing_callback_param'])
  })

  test('from unreadable requests', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const body of [`{"email":"${email}"`, `"${password}`, `{"a":${password}}`]) {
      expect((await app.admin('POST', '/sign-in', { body, headers })).status).toBe(400)
    }
    const odd = { __proto__: { password }, constructor: password }
    expect((await app.admin('POST', '/sign-in', { body: odd })).status).toBe(400)
    expect((await app.call('GET', `/nowhere?password=${password}`)).status).toBe(404)
    const undecodable = `${encodeURIComponent(email)}/%zz`
    expect((await app.call('GET', `/event/${undecodable}`)).status).toBe(404)
    expect((await app.events('GET', `/${undecodable}`)).status).toBe(400)
    expect((await app.call('GET', `/event/${'x'.repeat(3000)}${password}`)).status).toBe(404)
  })

  test('and still says what was requested, refused, and how it ended', () => {
    const said = watched.lines.map(line => JSON.parse(line))
    expect(said.filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(20)
    expect(said.filter(({ msg }) => msg === 'refused').length).toBeGreaterThan(5)
    expect(said.some(({ route }) => String(route).endsWith('/sign-in'))).toBe(true)
    watched.demandClean()
  })
})

describe('the check of these tests', () => {
  test.each([
    ['a planted secret', 'the-planted-secret'],
    ['the same in base64', Buffer.from('the-planted-secret').toString('base64')],
    ['an API key', 'mqk_0123456789abcdef'],
    ['an address', 'somebody@example.org'],
    ['a header', 'Basic YWRtaW46c2VjcmV0'],
    ['a link', 'http://tickets.test/tickets-order/?tc-order-id=12&key=abc'],
  ])('catches %s', (_, secret) => {
    const watched = watchLog()
    watched.plant('planted', 'the-planted-secret')
    watched.log.trace({ id: 12, status: 200 }, 'harmless')
    watched.demandClean()
    watched.log.trace({ about: secret }, 'leaking')
    expect(() => watched.demandClean()).toThrow('The log tells secrets')
  })

  test('runs in every service that tests start', async () => {
    const app = await startApp()
    app.deps.log.info('nothing to see')
    expect(app.watched.lines.at(-1)).toContain('nothing to see')
  })
})

describe('an error in the log', () => {
  test('has no row, no quoted value and no parser text', () => {
    const { log, lines } = listen()
    const broken = Object.assign(
      new Error('duplicate key value violates "users_email_is_unique"'),
      {
        code: '23505',
        detail: 'Key (email)=(secret-row) already exists.',
      },
    )
    const refused = Object.assign(new Error('invalid input syntax for type date: "secret-row"'), {
      code: '22007',
    })
    let parser: unknown
    try {
      JSON.parse('secret-row')
    } catch (error) {
      parser = error
    }
    for (const err of [broken, refused, parser, new Error('secret-row@example.org said no')]) {
      log.error({ err }, 'failed')
    }
    expect(lines).toHaveLength(4)
    expect(lines.join('')).not.toContain('secret-row')
    expect(lines[0]).toContain('users_email_is_unique')
    expect(lines[0]).toContain('logs.test.ts')
  })

  test('is one line of plain characters, whatever a client sent', () => {
    const { log, lines } = listen()
    const forged = 'x\n{"level":30,"msg":"all is well"}\r\n\u001b[2J\u001b[31m\u0000\u2028'
    log.info({ forged }, forged)
    log.error({ err: new Error(forged) }, 'failed')
    for (const line of lines) {
      const written = line.replace(/\n$/, '')
      expect(written).not.toMatch(/\p{Cc}/u)
      expect(JSON.parse(written).msg).not.toBe('all is well')
    }
    expect(lines).toHaveLength(2)
  })
})
