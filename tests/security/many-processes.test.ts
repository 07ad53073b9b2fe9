// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { createUser } from '../../src/access/users/save-user.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { openTestDatabase } from '../support/database.ts'
import { eventOnSale } from '../support/on-sale.ts'
import { servicesOver } from '../support/many-services.ts'
import type { TestApp } from '../support/start-app.ts'

/** Services over one database, like several processes: each knows what another counted. */
const database = await openTestDatabase()
const aProcess = servicesOver(database)
const one = await aProcess()
const other = await aProcess()

let addresses = 0
const somewhere = () => `10.9.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

let people = 0
async function somebody() {
  people += 1
  const login = `shared-${people}`
  const email = `Shared-${people}@Example.org`
  const { id } = await createUser(one.db, { login, email, role: 'author' })
  const password_hash = await cheapHash('a long enough password')
  await one.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  return { login, email }
}

let wrongs = 0
const signIn = (app: TestApp, login: string, address: string) =>
  app.admin('POST', '/sign-in', {
    body: { login, password: `wrong-${(wrongs += 1)}` },
    ...from(address),
  })
const judged = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status !== 429).length

test('two processes share one count of guesses at an account, and a restart does not reset it', async () => {
  const { login } = await somebody()
  const address = somewhere()
  const answers = []
  for (let guess = 0; guess < 12; guess += 1) {
    answers.push(await signIn(guess % 2 === 0 ? one : other, login, address))
  }
  expect(judged(answers)).toBe(10)
  const restarted = await aProcess({ RATE_LIMIT: 'off' })
  expect((await signIn(restarted, login, address)).status).toBe(429)
  const body = { login, password: 'a long enough password' }
  expect((await restarted.admin('POST', '/sign-in', { body })).status).toBe(201)
})

test('guesses sent to two processes at once are checked ten times and no more', async () => {
  const { login } = await somebody()
  const address = somewhere()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => signIn(at % 2 === 0 ? one : other, login, address)),
  )
  expect(judged(answers)).toBe(10)
})

test('login and e-mail address of one account, in any case of letters, share one count', async () => {
  const { login, email } = await somebody()
  const address = somewhere()
  const answers = []
  for (const name of [login, email, login.toUpperCase(), email.toLowerCase()]) {
    for (let guess = 0; guess < 4; guess += 1) answers.push(await signIn(one, name, address))
  }
  expect(judged(answers)).toBe(10)
})

test('a login that no account has is limited like one that exists', async () => {
  const address = somewhere()
  const answers = []
  for (const name of ['Nobody-Here', 'nobody-here', 'NOBODY-HERE']) {
    for (let guess = 0; guess < 4; guess += 1) answers.push(await signIn(one, name, address))
  }
  expect(judged(answers)).toBe(10)
  const [first] = answers
  const known = await signIn(one, (await somebody()).login, somewhere())
  expect([first?.status, first?.json]).toEqual([known.status, known.json])
})

test('wrong application passwords count for the account, under any of its names', async () => {
  const { login, email } = await somebody()
  let refused = 0
  for (let guess = 0; guess < 320; guess += 1) {
    const name = guess % 2 === 0 ? login : email
    const basic = Buffer.from(`${name}:wrong ${guess}`).toString('base64')
    const { status } = await one.admin('GET', '/keys', {
      as: { authorization: `Basic ${basic}` },
      ...from(`10.8.${Math.floor(guess / 50)}.1`),
    })
    if (status === 429) refused += 1
  }
  expect(refused).toBe(20)
})

test('two processes share one count of guesses at the password of an event', async () => {
  const eventId = await eventOnSale(one, { passwordHash: await cheapHash('sesame') })
  const address = somewhere()
  const answers = []
  for (let guess = 0; guess < 36; guess += 1) {
    const query = { password: `wrong-${guess}` }
    const app = guess % 2 === 0 ? one : other
    answers.push(await app.events('GET', `/events/${eventId}`, { query, ...from(address) }))
  }
  expect(judged(answers)).toBe(30)
})

test('two processes share one count of guesses at coupons and at scanner keys', async () => {
  const address = somewhere()
  const coupons = []
  const keys = []
  for (let guess = 0; guess < 110; guess += 1) {
    const app = guess % 2 === 0 ? one : other
    const body = { coupon: `wrong-${guess}` }
    if (guess < 36) {
      coupons.push(await app.tickets('POST', '/coupons/validate', { body, ...from(address) }))
    }
    const query = { api_key: `wrong-${guess}`, ticket_id: '1', security_code: 'x' }
    keys.push(await app.tickets('GET', '/qr', { query, ...from(address) }))
    await app.deps.budgets.drain()
  }
  expect(judged(coupons)).toBe(30)
  expect(judged(keys)).toBeLessThanOrEqual(101)
})

test('the limit on requests per minute is shared by all processes, plus at most one step of each', async () => {
  const most = 60
  const processes = [
    await aProcess({ RATE_LIMIT: String(most) }),
    await aProcess({ RATE_LIMIT: String(most) }),
  ]
  const address = somewhere()
  let answered = 0
  for (let request = 0; request < 3 * most; request += 1) {
    const app = processes[request % 2]
    const got = await app?.events('GET', '/events', from(address))
    if (got?.status === 200) answered += 1
    await app?.deps.budgets.drain()
  }
  expect(answered).toBeGreaterThanOrEqual(most)
  expect(answered).toBeLessThanOrEqual(most + 2 * (most / 10))
  expect((await processes[0]?.events('GET', '/events', from(somewhere())))?.status).toBe(200)
})
