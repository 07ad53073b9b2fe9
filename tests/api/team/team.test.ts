import { describe, expect, test } from 'vitest'
import { browser, personWithPassword } from '../../support/browser.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp, type TestRequest } from '../../support/start-app.ts'

const app = await startApp()
let drawn = 0
const address = () => `helper-${(drawn += 1)}@example.org`
const give = (as: NonNullable<TestRequest['as']>, body: object) =>
  app.admin('POST', '/team', { as, body: { email: address(), ...body } })
const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]

describe('giving a set', () => {
  test('to an address without an account invites its owner, who then holds it, and it ends at once', async () => {
    const event = await eventOnSale(app)
    const { status, json } = await give('administrator', { set: 'door', event })
    expect(status).toBe(201)
    expect(json).toMatchObject({ set: 'door', event, user: { invited: true } })
    expect(json.invitation.sent).toBe(false)
    const window = browser(app)
    const again = 'a password of their own'
    await window.post(new URL(json.invitation.url).pathname, { password: again, again })
    const me = async () => (await window.api('GET', '/admin/v1/me')).json
    expect(await me()).toMatchObject({
      capabilities: [],
      events: [{ id: event, capabilities: ['door.scan', 'door.search'] }],
    })
    expect((await window.api('GET', '/tickets/v1/attendees')).status).toBe(200)
    expect((await app.admin('DELETE', `/team/${json.id}`, { as: 'administrator' })).status).toBe(
      200,
    )
    expect((await me()).events).toEqual([])
  })

  test('shows a link that opens nothing more once the account got another role', async () => {
    const manager = await personWith(app, { set: 'manager', eventId: null })
    const { json } = await give(manager, { set: 'door' })
    const raised = await app.admin('PATCH', `/users/${json.user.id}`, {
      as: 'administrator',
      body: { role: 'administrator' },
    })
    expect(raised.status).toBe(200)
    const window = browser(app)
    const again = 'a password of their own'
    await window.post(new URL(json.invitation.url).pathname, { password: again, again })
    expect((await window.api('GET', '/admin/v1/me')).status).toBe(401)
  })

  test('to somebody with an account needs no invitation, and the same set twice is 409', async () => {
    const { body } = await personWithPassword(app, 'subscriber')
    const draft = { email: body.email.toUpperCase(), set: 'reader' }
    const given = await give('administrator', draft)
    expect(given.json).not.toHaveProperty('invitation')
    expect(given.json.user.login).toBe(body.login)
    expect(codeOf(await give('administrator', draft))).toEqual([409, 'rest_grant_exists'])
  })

  test('is for those who hold all of it there: event, set and limit', async () => {
    const [own, other] = [await eventOnSale(app), await eventOnSale(app)]
    const refundLimit = { minor: 5000, currency: 'USD' }
    const manager = await personWith(app, { set: 'manager', eventId: own, refundLimit })
    const statusOf = async (body: object) => {
      const { body: person } = await personWithPassword(app, 'subscriber')
      return (await give(manager, { email: person.email, ...body })).status
    }
    expect(await statusOf({ set: 'door', event: own })).toBe(201)
    expect(await statusOf({ set: 'finance', event: own, refund_limit: '50' })).toBe(201)
    expect(await statusOf({ set: 'finance', event: own, refund_limit: '50.01' })).toBe(403)
    expect(await statusOf({ set: 'finance', event: own })).toBe(403)
    expect(await statusOf({ set: 'door', event: other })).toBe(403)
    expect(await statusOf({ set: 'door' })).toBe(403)
    const finance = await personWith(app, { set: 'finance', eventId: own })
    expect((await give(finance, { set: 'reader', event: own })).status).toBe(403)
    const unlimited = await give('administrator', { set: 'finance', event: own })
    const path = `/team/${unlimited.json.id}`
    expect((await app.admin('DELETE', path, { as: manager })).status).toBe(403)
    const foreign = await give('administrator', { set: 'door', event: other })
    const there = await app.admin('DELETE', `/team/${foreign.json.id}`, { as: manager })
    expect(codeOf(there)).toEqual([404, 'rest_grant_not_found'])
    const { json: seen } = await app.admin('GET', '/team', { as: manager })
    expect(new Set(seen.map(({ event }: { event: number }) => event))).toEqual(new Set([own]))
  })

  test('at one event tells neither login nor name of an address, and shows no link of a new account', async () => {
    const event = await eventOnSale(app)
    const manager = await personWith(app, { set: 'manager', eventId: event })
    const { body, login } = await personWithPassword(app, 'editor')
    const given = await give(manager, { email: body.email, set: 'door', event })
    expect(given.json.user).toMatchObject({ email: body.email, login: '', display_name: '' })
    const listed = await app.admin('GET', '/team', { as: manager })
    const changed = await app.admin('PATCH', `/team/${given.json.id}`, {
      as: manager,
      body: { set: 'reader' },
    })
    expect(changed.status).toBe(200)
    for (const { text } of [given, listed, changed]) expect(text).not.toContain(login + '"')
    const { text } = await app.admin('GET', '/team', { as: 'administrator' })
    expect(text).toContain(`"login":"${login}"`)
    const unknown = await give(manager, { set: 'door', event })
    expect(codeOf(unknown)).toEqual([409, 'mail_not_configured'])
    expect(unknown.json.message).toContain('only to those who manage the team of the whole site')
  })

  test('is never to oneself, whatever one holds', async () => {
    const { userId, authorization } = await personWith(app, { set: 'manager', eventId: null })
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const as = { authorization }
    expect((await give(as, { email, set: 'door' })).status).toBe(403)
    const [own] = (await app.admin('GET', '/team', { as })).json.filter(
      ({ user }: { user: { id: number } }) => user.id === userId,
    )
    const change = await app.admin('PATCH', `/team/${own.id}`, { as, body: { set: 'door' } })
    expect(change.status).toBe(403)
    expect((await app.admin('DELETE', `/team/${own.id}`, { as })).status).toBe(403)
  })

  test('an account with grants is managed only by somebody who holds them', async () => {
    const { userId } = await personWith(app, { set: 'finance', eventId: null })
    const { json } = await app.admin('POST', '/keys', {
      as: 'administrator',
      body: { name: 'accounts', scopes: ['users'] },
    })
    const as = { authorization: `Bearer ${json.api_key}` }
    const renamed = { as, body: { display_name: 'Changed' } }
    expect((await app.admin('POST', `/users/${userId}`, renamed)).status).toBe(403)
  })
})

describe('a browser that signed in more than ten minutes ago', () => {
  test('gives the password again before it changes people, keys or money, and a header never does', async () => {
    const { login } = await personWithPassword(app)
    const window = browser(app)
    await window.signIn(login)
    const start = app.clock.now()
    app.clock.set(new Date(start.getTime() + 600_000))
    const send = async (path: string, body: object) =>
      window.api('POST', `/admin/v1${path}`, {
        body,
        headers: { 'x-wp-nonce': await window.nonce() },
      })
    const grant = () => send('/team', { email: address(), set: 'door' })
    expect(codeOf(await grant())).toEqual([403, 'rest_confirm_required'])
    const key = { name: 'a key', scopes: ['read'] }
    expect(codeOf(await send('/keys', key))).toEqual([403, 'rest_confirm_required'])
    const wrong = await send('/session/confirm', { password: 'not the password' })
    expect(codeOf(wrong)).toEqual([401, 'incorrect_password'])
    expect(codeOf(await grant())).toEqual([403, 'rest_confirm_required'])
    const { json } = await send('/session/confirm', { password: 'correct horse battery' })
    expect(json).toEqual({ fresh: true, mailed: false })
    expect((await grant()).status).toBe(201)
    app.clock.set(new Date(start.getTime() + 1_200_000))
    expect(codeOf(await grant())).toEqual([403, 'rest_confirm_required'])
    expect((await give('administrator', { set: 'door' })).status).toBe(201)
    app.clock.set(start)
  })

  test('without a password and without mail says how to go on', async () => {
    const { userId } = await app.makePerson('subscriber')
    const made = await app.admin('POST', `/users/${userId}/links`, {
      as: 'administrator',
      body: { purpose: 'sign-in' },
    })
    const window = browser(app)
    await window.post(new URL(made.json.url).pathname, {})
    const headers = { 'x-wp-nonce': await window.nonce() }
    const asked = await window.api('POST', '/admin/v1/session/confirm', { body: {}, headers })
    expect(codeOf(asked)).toEqual([409, 'mail_not_configured'])
  })

  test('counts as a guess what is wrong, so that a stolen browser cannot try all', async () => {
    const { login } = await personWithPassword(app)
    const window = browser(app)
    await window.signIn(login)
    const headers = { 'x-wp-nonce': await window.nonce() }
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1) {
      const body = { password: `guess ${at}` }
      const sent = await window.api('POST', '/admin/v1/session/confirm', { body, headers })
      statuses.push(sent.status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
