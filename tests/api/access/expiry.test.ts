/** Credentials that expire. */
import { beforeEach, expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp()
const { admin, events, tickets } = app
const as = 'administrator' as const
const day = 24 * 60 * 60_000
const later = (days: number) => new Date(testStart.getTime() + days * day)
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const person = { login: 'ends', password: 'a password of mine' }
await admin('POST', '/users', {
  as,
  body: { ...person, email: 'ends@example.org', role: 'editor' },
})

beforeEach(() => {
  app.clock.set(testStart)
})

test('an API key works until it expires, tells when that is, and is then refused with the reason', async () => {
  const body = { name: 'Site', scopes: ['read'], expires_in_days: 1 }
  const { json } = await admin('POST', '/keys', { as, body })
  expect(json.expires_at).toBe(later(1).toISOString())
  const key = bearer(json.api_key)
  app.clock.set(new Date(later(1).getTime() - 1))
  expect((await events('GET', '/events', { as: key })).status).toBe(200)
  app.clock.set(later(1))
  const over = await events('GET', '/events', { as: key })
  expect([over.status, over.json.code]).toEqual([401, 'rest_invalid_token'])
  expect(over.json.message).toBe(`The API key expired at ${json.expires_at}; make a new one.`)
  const listed = await admin('GET', '/keys', { as })
  expect(listed.json).toContainEqual(
    expect.objectContaining({
      id: json.id,
      expires_at: json.expires_at,
      last_used_on: '2026-11-22',
    }),
  )
})

test('an application password expires in the same way, whoever created it', async () => {
  const sign = { body: { ...person, expires_at: later(2).toISOString() } }
  const signed = await admin('POST', '/sign-in', sign)
  expect([signed.status, signed.json.expires_at]).toEqual([201, later(2).toISOString()])
  const own = basic(person.login, signed.json.password)
  expect((await admin('GET', '/keys', { as: own })).status).toBe(200)
  const path = `/users/${signed.json.user_id}/application-passwords`
  const made = await admin('POST', path, { as, body: { name: 'Day', expires_in_days: 1 } })
  expect(made.json.expires_at).toBe(later(1).toISOString())
  app.clock.set(later(3))
  const over = await admin('GET', '/keys', { as: own })
  expect([over.status, over.json.code]).toEqual([401, 'incorrect_password'])
  expect(over.json.message).toContain('The application password expired at')
  const elsewhere = await admin('GET', '/keys', { as: basic('admin', signed.json.password) })
  expect(elsewhere.json.message).not.toContain('expired')
})

test('a scanner key expires in the same way, as bearer token and as query parameter', async () => {
  const body = { name: 'Gate', expires_in_days: 1 }
  const { json } = await tickets('POST', '/scanner-keys', { as, body })
  const { id, security_code } = await anAttendee(app)
  const query = { ticket_id: id, security_code, api_key: json.api_key }
  app.clock.set(later(1))
  const byToken = await tickets('GET', '/attendees', { as: bearer(json.api_key) })
  expect([byToken.status, byToken.json.code]).toEqual([401, 'rest_invalid_token'])
  const byQuery = await tickets('GET', '/qr', { query })
  expect([byQuery.status, byQuery.json.error]).toEqual([400, 'api_key_not_valid'])
  for (const message of [byToken.json.message, byQuery.json.msg]) {
    expect(message).toBe(`The scanner key expired at ${json.expires_at}; make a new one.`)
  }
  app.clock.set(testStart)
  expect((await tickets('GET', '/qr', { query })).status).toBe(201)
})

test.each([
  [{ expires_at: '2026-11-21T11:59:59Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: '2026-12-31T23:59:60Z' }, 'expires_at'],
  [{ expires_in_days: 0 }, 'expires_in_days'],
  [{ expires_at: '2030-01-01T00:00:00Z', expires_in_days: 3 }, 'expires_in_days'],
])('an invalid expiry is refused and named: %j', async (end, name) => {
  const keys = await admin('POST', '/keys', { as, body: { name: 'K', scopes: ['read'], ...end } })
  const gates = await tickets('POST', '/scanner-keys', { as, body: { name: 'G', ...end } })
  for (const { status, json } of [keys, gates]) {
    expect([status, Object.keys(json.data.params)]).toEqual([400, [name]])
  }
})

test('a credential that expires sets no password, and what it creates expires no later', async () => {
  const { userId } = await app.person(as)
  const path = `/users/${userId}/application-passwords`
  const made = await admin('POST', path, { as, body: { name: 'Short', expires_in_days: 2 } })
  const login = (await admin('GET', `/users/${userId}`, { as })).json.login
  const short = basic(login, made.json.password)
  const key = (end: object) =>
    admin('POST', '/keys', { as: short, body: { name: 'K', scopes: ['read'], ...end } })
  expect((await key({})).json.expires_at).toBe(later(2).toISOString())
  expect((await key({ expires_in_days: 1 })).json.expires_at).toBe(later(1).toISOString())
  const longer = await key({ expires_in_days: 3 })
  expect([longer.status, Object.keys(longer.json.data.params)]).toEqual([400, ['expires_in_days']])
  const gate = await tickets('POST', '/scanner-keys', { as: short, body: { name: 'Gate' } })
  expect(gate.json.expires_at).toBe(later(2).toISOString())
  const lasting = { password: 'a password for good' }
  const set = await admin('PUT', `/users/${userId}`, { as: short, body: lasting })
  expect([set.status, set.json.code]).toEqual([403, 'rest_forbidden'])
})
