// Database: in the short run the embedded one alone.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../src/access/users/save-user.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { type Got, openApp, startApp } from '../support/start-app.ts'
import { demandToWait } from './demand-to-wait.ts'

/**
 * The limits on guessing every secret that the public routes accept. A proxy header gives the network, so
 * that a test can use as many networks as an attacker.
 */
const app = await startApp({ RATE_LIMIT: '1000000', TRUST_PROXY: 'on' })

/** Every test begins with all counts at zero. */
beforeEach(() => app.clock.advance(16 * 60))

/** Another service over the same database, with other settings. */
async function beside(settings: Record<string, string>) {
  const other = await openApp(app.database, settings)
  afterAll(async () => {
    await other.http.close()
    other.watched.demandClean()
  })
  return other
}

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

describe('passwords of accounts', () => {
  const password = 'a long enough password'
  let people = 0
  async function somebody() {
    people += 1
    const login = `guessed-${people}`
    const role = 'author' as const
    const { id } = await createUser(app.db, { login, email: `${login}@example.org`, role })
    const password_hash = await cheapHash(password)
    await app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    return login
  }
  const signIn = (login: string, guess: string, address: string) =>
    app.admin('POST', '/sign-in', { body: { login, password: guess }, ...from(address) })

  test('one network has ten guesses at an account, and then waits a quarter of an hour', async () => {
    const login = await somebody()
    const address = somewhere()
    const attempt: Try = at => signIn(login, wrongOne(), at)
    expect(await judgedUntil429(attempt, { address, most: 20 })).toBe(10)
    demandToWait(await signIn(login, password, address))
    app.clock.advance(15 * 60)
    expect((await signIn(login, password, address)).status).toBe(201)
  })

  test('guesses sent at once are counted like guesses sent one after another', async () => {
    const login = await somebody()
    const address = somewhere()
    const all = await Promise.all(
      Array.from({ length: 40 }, () => signIn(login, wrongOne(), address)),
    )
    expect(all.filter(({ status }) => status === 403 || status === 401)).toHaveLength(10)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  test('many networks together have a hundred guesses at an account, and a network that signed in before still can', async () => {
    const login = await somebody()
    const home = somewhere()
    const made = await signIn(login, password, home)
    expect(made.status).toBe(201)
    let judged = 0
    for (let network = 0; network < 30; network += 1) {
      judged += await judgedUntil429(at => signIn(login, wrongOne(), at), {
        address: somewhere(),
        most: 5,
      })
    }
    expect(judged).toBe(100)
    demandToWait(await signIn(login, password, somewhere()))
    expect((await signIn(login, password, home)).status).toBe(201)
    const basic = Buffer.from(`${login}:${made.json.password}`).toString('base64')
    const own = await app.admin('GET', '/keys', {
      as: { authorization: `Basic ${basic}` },
      ...from(somewhere()),
    })
    expect(own.status).toBe(200)
  })

  test('one network has thirty guesses at all accounts together', async () => {
    const address = somewhere()
    const attempt: Try = at => signIn(wrongOne(), password, at)
    expect(await judgedUntil429(attempt, { address, most: 50 })).toBe(30)
  })

  test('a customer’s whole IPv6 network counts as one', async () => {
    const login = await somebody()
    let judged = 0
    for (let host = 1; host <= 20; host += 1) {
      const got = await signIn(login, wrongOne(), `2001:db8:1:2::${host.toString(16)}`)
      if (got.status !== 429) judged += 1
    }
    expect(judged).toBe(10)
    expect((await signIn(login, password, '2001:db8:1:3::1')).status).toBe(201)
  })

  test('switching rate limits off does not make passwords of accounts guessable', async () => {
    const open = await beside({})
    await createUser(open.db, { login: 'open', email: 'o@x.org', role: 'author', password })
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const body = { login: 'open', password: wrongOne() }
      statuses.push((await open.admin('POST', '/sign-in', { body })).status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('passwords of events', () => {
  async function protectedEvent() {
    const eventId = await eventOnSale(app, { passwordHash: await cheapHash('sesame') })
    const { id } = await ticketOnSale(app, { eventId })
    return { eventId, ticketId: id }
  }
  const ways = {
    'reading the event': ({ eventId }, password, sent) =>
      app.events('GET', `/events/${eventId}`, { query: { password }, ...sent }),
    'reading a ticket of it': ({ ticketId }, password, sent) =>
      app.tickets('GET', `/tickets/${ticketId}`, { query: { password }, ...sent }),
    'putting a ticket into a cart': ({ ticketId }, password, sent) => {
      const tickets = [{ ticket_id: ticketId, quantity: 1 }]
      return app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, password }, ...sent })
    },
  } satisfies Record<
    string,
    (
      event: { eventId: number; ticketId: number },
      password: string,
      sent: { headers: Record<string, string> },
    ) => Promise<Got>
  >

  test.each(Object.entries(ways))('%s allows a network thirty guesses', async (_, way) => {
    const event = await protectedEvent()
    const address = somewhere()
    const attempt: Try = at => way(event, wrongOne(), from(at))
    expect(await judgedUntil429(attempt, { address, most: 40 })).toBe(30)
    demandToWait(await way(event, 'sesame', from(address)))
    expect((await way(event, 'sesame', from(somewhere()))).status).toBe(200)
  })

  test('all ways to guess share one count', async () => {
    const event = await protectedEvent()
    const address = somewhere()
    for (let round = 0; round < 10; round += 1) {
      for (const way of Object.values(ways)) await way(event, wrongOne(), from(address))
    }
    demandToWait(await ways['reading the event'](event, wrongOne(), from(address)))
  })

  test('a list stays readable after too many guesses, and no password is then accepted', async () => {
    const { eventId } = await protectedEvent()
    const address = somewhere()
    const list = (password: string) =>
      app.events('GET', '/events', {
        query: { include: String(eventId), password, start_date: '2031-01-01' },
        ...from(address),
      })
    expect((await list('sesame')).json.events[0].url).toBeTruthy()
    for (let guess = 0; guess < 31; guess += 1) {
      expect((await list(wrongOne())).status).toBe(200)
    }
    const shut = await list('sesame')
    expect([shut.status, shut.json.events[0].id]).toEqual([200, eventId])
    const open = await app.events('GET', `/events/${eventId}`, {
      query: { password: 'sesame' },
      ...from(somewhere()),
    })
    expect(shut.json.events[0].description).toBe('')
    expect(open.status).toBe(200)
  })

  test('the same wrong password again is no further guess', async () => {
    const event = await protectedEvent()
    const address = somewhere()
    for (let time = 0; time < 50; time += 1) {
      const got = await ways['reading the event'](event, 'typo', from(address))
      expect(got.status).toBe(403)
    }
    expect((await ways['reading the event'](event, 'sesame', from(address))).status).toBe(200)
  })
})

describe('the network of a request', () => {
  test('behind one proxy is the address it added, not what the client wrote before it', async () => {
    const login = 'nobody-at-all'
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const got = await app.admin('POST', '/sign-in', {
        body: { login, password: wrongOne() },
        headers: { 'x-forwarded-for': `${somewhere()}, 192.0.2.77` },
      })
      statuses.push(got.status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('without a proxy never comes from X-Forwarded-For', async () => {
    const plain = await beside({ RATE_LIMIT: '1000000' })
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const body = { login: 'nobody', password: wrongOne() }
      statuses.push((await plain.admin('POST', '/sign-in', { body, ...from(somewhere()) })).status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('behind two proxies is the second address from the end', async () => {
    const behind = await beside({ RATE_LIMIT: '1000000', TRUST_PROXY: '2' })
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const got = await behind.admin('POST', '/sign-in', {
        body: { login: wrongOne(), password: 'x' },
        headers: { 'x-forwarded-for': `1.1.1.1, ${somewhere()}, 192.0.2.77` },
      })
      statuses.push(got.status)
    }
    expect(statuses.every(status => status !== 429)).toBe(true)
  })

  test('has a limit on requests of any kind, and one IPv6 network counts as one: then 429 in the error shape', async () => {
    const small = await beside({ RATE_LIMIT: '5', TRUST_PROXY: 'on' })
    const got: Got[] = []
    for (let host = 1; host <= 6; host += 1) {
      got.push(await small.events('GET', '/events', from(`2001:db8:9:9::${host}`)))
    }
    expect(got.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    demandToWait(got[5] as Got)
  })
})
