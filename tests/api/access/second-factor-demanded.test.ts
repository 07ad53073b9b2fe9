// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../src/core/capabilities.ts'
import { browser, personWithPassword, somePassword } from '../../support/browser.ts'
import { aBuyer } from '../../support/buying.ts'
import { plantGrant } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const factor = '/admin/v1/me/second-factor'
type Window = ReturnType<typeof browser>

/** The code that an app shows now, or so many steps of thirty seconds later. */
const codeOf = (uri: string, steps = 0) =>
  (URI.parse(uri) as TOTP).generate({ timestamp: app.clock.now().getTime() + steps * 30_000 })

async function signedIn(role: Role = 'editor') {
  const person = await personWithPassword(app, role)
  const window = browser(app)
  await window.signIn(person.login)
  return { ...person, window }
}

const write = async (window: Window, method: string, path: string, body?: object) =>
  window.api(method, path, {
    ...(body && { body }),
    headers: { 'x-wp-nonce': await window.nonce() },
  })

describe('a site that demands a second factor', () => {
  test('leads those who may refund or grant to its set-up, and refuses their writes until then', async () => {
    const set = (value: string) =>
      app.admin('PATCH', '/settings', { as, body: { second_factor: value } })
    expect((await set('sometimes')).status).toBe(400)
    await set('required')
    const eventId = await eventOnSale(app)
    const finance = await personWithPassword(app, 'subscriber')
    await plantGrant(app, finance.id, { set: 'finance', eventId })
    const administrator = await personWithPassword(app, 'administrator')
    for (const { login } of [finance, administrator]) {
      const window = browser(app)
      expect((await window.signIn(login)).headers['location']).toBe('/account/second-factor')
      expect((await window.get('/account')).text).toContain('requires you to use a second factor')
      expect((await window.api('GET', '/tickets/v1/orders')).status).toBe(200)
      expect((await window.api('GET', '/admin/v1/session')).json.second_factor_missing).toBe(true)
      const refused = await write(window, 'POST', '/tickets/v1/orders/1/refunds', { whole: true })
      expect([refused.status, refused.json.code]).toEqual([403, 'rest_second_factor_required'])
      const { json } = await write(window, 'POST', factor)
      app.watched.plant('the secret of a second factor', json.secret)
      const done = await write(window, 'POST', `${factor}/confirm`, { code: codeOf(json.uri) })
      for (const code of done.json.recovery_codes) app.watched.plant('a recovery code', code)
      const missing = await write(window, 'POST', '/tickets/v1/orders/1/refunds', { whole: true })
      expect(missing.status).toBe(404)
    }
    const helper = await personWithPassword(app, 'subscriber')
    await plantGrant(app, helper.id, { set: 'door', eventId })
    expect((await browser(app).signIn(helper.login)).headers['location']).toBe('/account')
    // Credentials in headers are not affected.
    expect((await set('optional')).status).toBe(200)
  })

  test('pairs no phone, makes no gate and ticks nobody on the pages of the door until then', async () => {
    const { eventId, id: attendee } = await aBuyer(app)
    const manager = await personWithPassword(app, 'subscriber')
    await plantGrant(app, manager.id, { set: 'manager', eventId })
    const window = browser(app)
    await window.signIn(manager.login)
    const set = (value: string) =>
      app.admin('PATCH', '/settings', { as, body: { second_factor: value } })
    const written = async () => {
      const { rows } = await sql<{ n: number }>`
        select ((select count(*) from door_devices) + (select count(*) from gates)
          + (select count(*) from door_scans))::int as n`.execute(app.db)
      return rows[0]?.n
    }
    const token = await window.token()
    const forms = [
      ['/tickets-door/pair', { name: 'Phone', event: String(eventId), token }],
      ['/tickets-door/gates', { gate_name: 'North', event: String(eventId), token }],
      [
        '/tickets-door/ticks',
        { time: '19:30', came: String(attendee), event: String(eventId), token },
      ],
    ] as const
    await set('required')
    const before = await written()
    for (const [path, form] of forms) {
      const { status, headers } = await window.post(path, form)
      expect([path, status, headers['location']]).toEqual([path, 303, '/account/second-factor'])
    }
    expect(await written()).toBe(before)
    await set('optional')
    for (const [path, form] of forms) {
      const { headers } = await window.post(path, form)
      expect([path, headers['location']]).not.toEqual([path, '/account/second-factor'])
    }
    expect(await written()).toBeGreaterThan(before ?? 0)
  })

  test('makes no application password of a password alone, whose writes would need no factor for good', async () => {
    const set = (value: string) =>
      app.admin('PATCH', '/settings', { as, body: { second_factor: value } })
    const eventId = await eventOnSale(app)
    const finance = await personWithPassword(app, 'subscriber')
    await plantGrant(app, finance.id, { set: 'finance', eventId })
    const helper = await personWithPassword(app, 'subscriber')
    await plantGrant(app, helper.id, { set: 'door', eventId })
    const exchange = async (login: string, password = somePassword) => {
      const { status, json } = await app.admin('POST', '/sign-in', { body: { login, password } })
      if (status === 201) app.watched.plant('an application password', json.password)
      return [status, json.code]
    }
    await set('required')
    const { login } = await personWithPassword(app, 'administrator')
    for (const demanded of [login, finance.login]) {
      expect(await exchange(demanded)).toEqual([403, 'rest_second_factor_required'])
      expect(await exchange(demanded, 'a wrong one')).toEqual([401, 'incorrect_password'])
    }
    expect(await exchange(helper.login)).toEqual([201, undefined])
    await set('optional')
    expect(await exchange(login)).toEqual([201, undefined])
  })
})

describe('the browsers of an account', () => {
  test('are listed by the person, and all but the present one signed out at once', async () => {
    const { login, window } = await signedIn()
    const others = [browser(app), browser(app)]
    for (const other of others) await other.signIn(login)
    const { json } = await window.api('GET', '/admin/v1/me/sessions')
    expect(json.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false])
    const ended = await write(window, 'DELETE', '/admin/v1/me/sessions')
    expect(ended.json).toEqual({ ended: 2 })
    expect((await window.get('/account')).status).toBe(200)
    for (const other of others) expect((await other.get('/account')).status).toBe(303)
  })

  test('are signed out on the page of the account, too', async () => {
    const { login, window } = await signedIn()
    expect((await window.get('/account')).text).not.toContain('Sign out all other browsers')
    const other = browser(app)
    await other.signIn(login)
    expect((await window.get('/account')).text).toContain('Sign out all other browsers')
    const token = await window.token()
    expect((await window.post('/account/sessions/end', { token })).status).toBe(303)
    expect((await other.get('/account')).status).toBe(303)
  })
})
