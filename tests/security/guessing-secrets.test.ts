// Database: in the short run the embedded one alone.
import { beforeEach, describe, expect, test } from 'vitest'
import { issueNonce } from '../../src/access/nonces/rules.ts'
import { anAttendee } from '../support/attending.ts'
import { aFilledCart, order } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { type Got, startApp } from '../support/start-app.ts'
import { demandToWait } from './demand-to-wait.ts'

/**
 * The limits on guessing every secret that the public routes accept. A proxy header gives the network, so
 * that a test can use as many networks as an attacker.
 */
const app = await startApp({ RATE_LIMIT: '1000000', TRUST_PROXY: 'on' })

/** Every test begins with all counts at zero. */
beforeEach(() => app.clock.advance(16 * 60))

const isLong = process.env['LONG'] !== undefined

let addresses = 0
const somewhere = () => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

type Try = (address: string) => Promise<Got>

type Counted = Parameters<typeof app.deps.attempts.wrong>

/**
 * Guesses until it is told to wait, or a maximum is reached; returns how many guesses were judged. In the short run all
 * but the last twenty of a hundred are `counted` without HTTP. The last ones show that the route has the same count.
 */
async function judgedUntil429(
  attempt: Try,
  { address, most, counted }: { address: string; most: number; counted?: Counted },
) {
  // `most` is twenty more than the limit.
  const straight = isLong || !counted ? 0 : most - 40
  const [secret, guessed] = counted ?? ['token', {}]
  for (let guess = 0; guess < straight; guess += 1) app.deps.attempts.wrong(secret, guessed)
  for (let judged = straight; judged < most; judged += 1) {
    if ((await attempt(address)).status === 429) return judged
  }
  return most
}

let wrongs = 0
const wrongOne = () => {
  wrongs += 1
  return `wrong-guess-${wrongs}`
}

/** This many guesses, 25 from each network; several networks guess at once. */
async function guessFromManyNetworks(guesses: number, attempt: Try) {
  const networks = Array.from({ length: Math.ceil(guesses / 25) }, somewhere)
  for (let first = 0; first < networks.length; first += 8) {
    const some = networks.slice(first, first + 8)
    await Promise.all(
      some.map(async address => {
        for (let guess = 0; guess < 25; guess += 1) await attempt(address)
      }),
    )
  }
}

describe('coupon codes', () => {
  const validate = (coupon: string, address: string) =>
    app.tickets('POST', '/coupons/validate', { body: { coupon }, ...from(address) })

  test('one network has thirty guesses, over all routes that take a code', async () => {
    const address = somewhere()
    const { cart_hash } = await aFilledCart(app)
    const apply = (coupon: string) =>
      app.tickets('POST', '/coupons/apply', { body: { coupon, cart_hash }, ...from(address) })
    for (let guess = 0; guess < 15; guess += 1) {
      await validate(wrongOne(), address)
      await apply(wrongOne())
    }
    demandToWait(await validate(wrongOne(), address))
    demandToWait(await apply(wrongOne()))
    expect((await validate(wrongOne(), somewhere())).status).toBe(200)
  })

  test('while a crowd guesses, every other network has three tries', async () => {
    const { budgets } = app.deps
    const counted = isLong ? 0 : 2900
    const terms = { name: 'coupon of a target', limit: 3000, windowSeconds: 15 * 60, step: 1 }
    await budgets.settle([{ budget: budgets.budget(terms), key: 'any', cost: counted }])
    // The other guesses go through HTTP, which shows that routes count towards the same limit.
    await guessFromManyNetworks(3000 - counted, at => validate(wrongOne(), at))
    const address = somewhere()
    const attempt: Try = at => validate(wrongOne(), at)
    expect(await judgedUntil429(attempt, { address, most: 10 })).toBe(3)
  })
})

describe('generated secrets', () => {
  const wrongBasic = (login: string) =>
    `Basic ${Buffer.from(`${login}:${wrongOne()}`).toString('base64')}`

  test('wrong application passwords end in 429, and the right one passes from the same address', async () => {
    const address = somewhere()
    const { authorization } = await app.person('administrator')
    const attempt: Try = at =>
      app.admin('GET', '/users', {
        as: { authorization: wrongBasic('administrator-1') },
        ...from(at),
      })
    const counted: Counted = ['application password', { address }]
    expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
    demandToWait(await attempt(address))
    const own = await app.admin('GET', '/users', { as: { authorization }, ...from(address) })
    expect(own.status).toBe(200)
  })

  test('an account is guarded against many networks, and its owner is not delayed', async () => {
    const { authorization } = await app.person('editor')
    const login = Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0] ?? ''
    const attempt: Try = at =>
      app.admin('GET', '/keys', { as: { authorization: wrongBasic(login) }, ...from(at) })
    for (let network = 0; network < 12; network += 1) {
      await judgedUntil429(attempt, { address: somewhere(), most: 25 })
    }
    demandToWait(await attempt(somewhere()))
    const own = await app.admin('GET', '/keys', { as: { authorization }, ...from(somewhere()) })
    expect(own.status).toBe(200)
  })

  test.each(['mqk_', 'mqs_', ''])(
    'wrong bearer tokens that begin with "%s" end in 429',
    async prefix => {
      const address = somewhere()
      const attempt: Try = at =>
        app.events('GET', '/events', {
          as: { authorization: `Bearer ${prefix}${wrongOne()}` },
          ...from(at),
        })
      const counted: Counted = ['token', { address }]
      expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
      expect((await app.events('GET', '/events', from(address))).status).toBe(200)
    },
  )

  test('wrong scanner keys in the query end in 429', async () => {
    const query = () => ({ api_key: wrongOne(), ticket_id: '1', security_code: 'x' })
    const attempt: Try = at => app.tickets('GET', '/qr', { query: query(), ...from(at) })
    const address = somewhere()
    const counted: Counted = ['token', { address }]
    expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
  })

  test('codes guessed at one ticket end in 429, and forgeries do not block the true ticket', async () => {
    const key = await app.tickets('POST', '/scanner-keys', {
      as: 'administrator',
      body: { name: 'Door' },
    })
    const attendee = await anAttendee(app)
    const other = await anAttendee(app)
    const address = somewhere()
    const scan = (id: number, security_code: string) => {
      const query = { api_key: key.json.api_key, ticket_id: String(id), security_code }
      return app.tickets('GET', '/qr', { query, ...from(address) })
    }
    const attempt: Try = () => scan(attendee.id, wrongOne())
    const counted: Counted = ['ticket code', { target: String(attendee.id) }]
    expect(await judgedUntil429(attempt, { address, most: 320, counted })).toBe(300)
    expect((await scan(other.id, other.security_code)).status).toBe(201)
    expect((await scan(attendee.id, attendee.security_code)).status).toBe(201)
  })

  test('guessed addresses of QR pictures end in 429, and the right one is still drawn', async () => {
    const attendee = await anAttendee(app)
    const picture = (code: string, address: string) =>
      app.call('GET', `/tickets/qr/${attendee.id}/${code}.svg`, from(address))
    const address = somewhere()
    const attempt: Try = at => picture(wrongOne(), at)
    const counted: Counted = ['ticket code', { target: String(attendee.id), address }]
    expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
    demandToWait(await attempt(address))
    expect((await picture(attendee.security_code, address)).status).toBe(200)
  })

  test('guessed links of orders end in 429, and the buyer’s own link still works', async () => {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
    const { json } = await order(app, 'free', cart_hash)
    const own = new URL(json.redirect_url)
    const address = somewhere()
    const attempt: Try = at =>
      app.call('GET', `/tickets-order?tc-order-id=${json.id}&key=${wrongOne()}`, from(at))
    const counted: Counted = ['order link', { target: String(json.id), address }]
    expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
    expect((await attempt(address)).status).toBe(429)
    const shown = await app.call('GET', own.pathname + own.search, from(address))
    expect([shown.status, shown.text.includes(`Order ${json.id}`)]).toEqual([200, true])
  })

  test('guessed nonces end in 429, and the right one still counts', async () => {
    const address = somewhere()
    const { id, eventId } = await ticketOnSale(app)
    const { userId } = await app.person('administrator')
    const change = (edit_ticket_nonce: string) =>
      app.tickets('PATCH', `/tickets/${id}`, {
        as: 'administrator',
        body: { post_id: eventId, edit_ticket_nonce, name: 'Renamed' },
        ...from(address),
      })
    const counted: Counted = ['nonce', { address }]
    const attempt: Try = () => change(wrongOne())
    expect(await judgedUntil429(attempt, { address, most: 120, counted })).toBe(100)
    const binding = { action: 'edit_ticket', userId, recordId: id } as const
    const nonce = issueNonce(app.deps.secrets.nonce, binding, app.clock.now())
    expect((await change(nonce)).status).toBe(202)
    const connect = (at: string) => {
      const payload = Buffer.from(JSON.stringify({ nonce: wrongOne() })).toString('base64')
      const path = '/commerce/cardprocessor/return'
      return app.tickets('GET', path, { query: { stripe: payload }, ...from(at) })
    }
    const elsewhere = somewhere()
    const alsoCounted: Counted = ['nonce', { address: elsewhere }]
    const returning = { address: elsewhere, most: 120, counted: alsoCounted }
    expect(await judgedUntil429(connect, returning)).toBe(100)
  })

  test('every generated secret has at least 112 random bits, so limiting guesses only saves work', async () => {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
    const { json } = await order(app, 'free', cart_hash)
    const attendee = await anAttendee(app)
    const key = await app.tickets('POST', '/scanner-keys', {
      as: 'administrator',
      body: { name: 'D' },
    })
    const apiKey = await app.admin('POST', '/keys', {
      as: 'administrator',
      body: { name: 'K', scopes: ['read'] },
    })
    const binding = { action: 'edit_ticket', userId: 1, recordId: 1 } as const
    const made = {
      cart: cart_hash,
      link: new URL(json.redirect_url).searchParams.get('key') ?? '',
      code: attendee.security_code,
      scanner: key.json.api_key.replace('mqs_', ''),
      api: apiKey.json.api_key.replace('mqk_', ''),
      nonce: issueNonce(app.deps.secrets.nonce, binding, app.clock.now()),
    }
    for (const [name, secret] of Object.entries(made)) {
      expect({
        name,
        bits: String(secret).length * 6 >= 112,
        plain: /^[\w-]+$/.test(secret),
      }).toEqual({
        name,
        bits: true,
        plain: true,
      })
    }
  })
})
