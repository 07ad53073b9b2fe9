// Database: in the short run a server alone, where there is one.
import { TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { changeAccounts } from '../../../src/cli/accounts.ts'
import type { Role } from '../../../src/core/capabilities.ts'
import { browser, personWithPassword, somePassword } from '../../support/browser.ts'
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

/** Somebody with a second factor: the browser in which it was set up, the app's address, and the recovery codes. */
async function withFactor(role: Role = 'editor') {
  const person = await signedIn(role)
  const begun = await write(person.window, 'POST', factor)
  expect(begun.status).toBe(201)
  const { uri, secret } = begun.json as { uri: string; secret: string }
  app.watched.plant('the secret of a second factor', secret)
  const done = await write(person.window, 'POST', `${factor}/confirm`, { code: codeOf(uri) })
  expect(done.status).toBe(200)
  const codes = done.json.recovery_codes as string[]
  for (const code of codes) app.watched.plant('a recovery code', code)
  app.clock.advance(30)
  return { ...person, uri, codes }
}

/** A browser in which the password was right and the code is asked for. */
async function halfWay(login: string) {
  const window = browser(app)
  const { status, headers } = await window.signIn(login)
  expect([status, headers['location']]).toEqual([303, '/sign-in/code?next=%2Faccount'])
  expect([...window.jar.keys()]).toEqual(['marquee-half-sign-in'])
  return window
}

const sendCode = (window: Window, code: string) =>
  window.post('/sign-in/code', { code, next: '/account' })

describe('setting up a second factor', () => {
  test('has no effect before a code confirmed it, and then tells ten recovery codes once', async () => {
    const { window, login } = await signedIn()
    const begun = await write(window, 'POST', factor)
    const { secret, uri } = begun.json
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=Marquee')
    expect((await browser(app).signIn(login)).headers['location']).toBe('/account')
    const wrong = await write(window, 'POST', `${factor}/confirm`, { code: '000000' })
    expect([wrong.status, wrong.json.code]).toEqual([401, 'incorrect_code'])
    const done = await write(window, 'POST', `${factor}/confirm`, { code: codeOf(uri) })
    expect(new Set(done.json.recovery_codes).size).toBe(10)
    expect((await window.api('GET', factor)).json).toMatchObject({
      enabled: true,
      recovery_codes_left: 10,
      demanded: false,
    })
    const again = await write(window, 'POST', factor)
    expect([again.status, again.json.code]).toEqual([409, 'rest_second_factor_exists'])
    const { rows } = await app.database.pool.query(
      'select secret, code_hash from second_factors join recovery_codes using (user_id)',
    )
    const stored = JSON.stringify(
      rows.map(row => [row.secret.toString(), row.code_hash.toString()]),
    )
    for (const code of [secret, ...done.json.recovery_codes]) expect(stored).not.toContain(code)
  })

  test('takes a fresh sign-in, and no application password or key', async () => {
    const { window, id, login } = await signedIn()
    app.clock.advance(11 * 60)
    const stale = await write(window, 'POST', factor)
    expect([stale.status, stale.json.code]).toEqual([403, 'rest_confirm_required'])
    const { json } = await app.admin('POST', `/users/${id}/application-passwords`, {
      as,
      body: { name: 'App' },
    })
    app.watched.plant('an application password', json.password)
    const header = { authorization: `Basic ${btoa(`${login}:${json.password}`)}` }
    for (const method of ['GET', 'POST'])
      expect((await app.admin(method, '/me/second-factor', { as: header })).status).toBe(403)
  })

  test('works on the page without scripts, from the picture to the recovery codes', async () => {
    const { window, login } = await signedIn()
    expect((await window.get('/account')).text).toContain('/account/second-factor')
    const token = await window.token()
    const send = (step: string, form: Record<string, string>) =>
      window.post(`/account/second-factor/${step}`, { token, ...form })
    expect((await send('begin', {})).status).toBe(303)
    const { text } = await window.get('/account/second-factor')
    expect(text).toContain('data:image/svg+xml')
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
    app.watched.plant('the secret of a second factor', secret)
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    const wrong = await send('confirm', { code: '12' })
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('is wrong')])
    const done = await send('confirm', { code })
    const codes = [...done.text.matchAll(/<code>([a-z0-9]{4}(?:-[a-z0-9]{4}){3})<\/code>/g)]
    expect(codes).toHaveLength(10)
    for (const [, one = ''] of codes) app.watched.plant('a recovery code', one)
    await halfWay(login)
    const kept = await window.get('/account/second-factor')
    expect(kept.text).toContain('Recovery codes left: 10')
    expect(kept.text).not.toContain(codes[0]?.[1])
    const removed = await send('remove', { current: somePassword, code: codes[0]?.[1] ?? '' })
    expect(removed.status).toBe(303)
    expect((await browser(app).signIn(login)).headers['location']).toBe('/account')
  })
})

describe('signing in with a second factor', () => {
  test('takes a code after the password, and a step of time once', async () => {
    const { login, uri } = await withFactor()
    const window = await halfWay(login)
    expect((await window.get('/account')).status).toBe(303)
    expect((await window.api('GET', '/admin/v1/session')).status).toBe(401)
    const code = codeOf(uri)
    const done = await sendCode(window, code)
    expect([done.status, done.headers['location']]).toEqual([303, '/account'])
    expect([...window.jar.keys()]).toEqual(['marquee-session'])
    expect((await window.api('GET', '/admin/v1/session')).json.user.login).toBe(login)
    const other = await halfWay(login)
    const again = await sendCode(other, code)
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('already been used')])
    expect((await sendCode(other, codeOf(uri, 1))).status).toBe(303)
    // Neither the step that was used nor one before it counts any more.
    expect((await sendCode(await halfWay(login), codeOf(uri, 0))).status).toBe(401)
  })

  test('of simultaneous requests with one code lets one in', async () => {
    const { login, uri } = await withFactor()
    const windows = await Promise.all(Array.from({ length: 5 }, () => halfWay(login)))
    const code = codeOf(uri)
    const answers = await Promise.all(windows.map(window => sendCode(window, code)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([303, 401, 401, 401, 401])
  })

  test('takes a recovery code instead, in any writing, once', async () => {
    const { login, codes } = await withFactor()
    const [first = ''] = codes
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect((await sendCode(await halfWay(login), typed)).status).toBe(303)
    expect((await sendCode(await halfWay(login), first)).status).toBe(401)
  })

  test('counts guesses, and stops them', async () => {
    const { login } = await withFactor()
    const window = await halfWay(login)
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await sendCode(window, String(100_000 + guess))).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  test('ends half-way after ten minutes, and with a new password', async () => {
    const { login, uri, id } = await withFactor()
    const slow = await halfWay(login)
    app.clock.advance(10 * 60 + 1)
    expect((await sendCode(slow, codeOf(uri))).text).toContain('took too long')
    const window = await halfWay(login)
    await app.admin('PATCH', `/users/${id}`, { as, body: { password: 'another long password' } })
    expect((await sendCode(window, codeOf(uri))).status).toBe(401)
  })

  test('takes the code after a link too, also after one that sets a password', async () => {
    const { id, uri } = await withFactor()
    for (const purpose of ['sign-in', 'reset']) {
      const { json } = await app.admin('POST', `/users/${id}/links`, { as, body: { purpose } })
      app.watched.plant('a link', json.url.split('/').at(-1))
      const window = browser(app)
      const form = { password: 'a new long password', again: 'a new long password' }
      const opened = await window.post(new URL(json.url).pathname, purpose === 'reset' ? form : {})
      expect([opened.status, opened.headers['location']]).toEqual([
        303,
        '/sign-in/code?next=%2Faccount',
      ])
      expect([...window.jar.keys()]).toEqual(['marquee-half-sign-in'])
      app.clock.advance(30)
      expect((await sendCode(window, codeOf(uri))).status).toBe(303)
    }
  })

  test('is asked for where a password is exchanged for an application password', async () => {
    const { login, uri } = await withFactor()
    const body = { login, password: somePassword }
    const refused = await app.admin('POST', '/sign-in', { body })
    expect([refused.status, refused.json.code]).toEqual([401, 'rest_code_required'])
    const wrong = await app.admin('POST', '/sign-in', { body: { ...body, code: '123' } })
    expect(wrong.json.code).toBe('incorrect_code')
    const done = await app.admin('POST', '/sign-in', { body: { ...body, code: codeOf(uri) } })
    expect(done.status).toBe(201)
    app.watched.plant('an application password', done.json.password)
  })
})

describe('with a second factor', () => {
  test('confirming a session takes password and code', async () => {
    const { window, uri } = await withFactor()
    app.clock.advance(11 * 60)
    const confirm = (body: object) => write(window, 'POST', '/admin/v1/session/confirm', body)
    const password = somePassword
    expect(Object.keys((await confirm({})).json.data.params)).toEqual(['password', 'code'])
    expect((await confirm({ password, code: '000000' })).json.code).toBe('incorrect_code')
    const right = { password, code: codeOf(uri) }
    expect((await confirm({ ...right, password: 'wrong' })).json.code).toBe('incorrect_password')
    expect((await confirm(right)).json).toEqual({ fresh: true, mailed: false })
  })

  test('removing it takes both, and renewing the recovery codes ends those before', async () => {
    const { window, uri, codes, login } = await withFactor()
    const renewed = await write(window, 'POST', `${factor}/recovery-codes`, { code: codes[0] })
    expect(renewed.json.recovery_codes).toHaveLength(10)
    for (const code of renewed.json.recovery_codes) app.watched.plant('a recovery code', code)
    const remove = (body: object) => write(window, 'DELETE', factor, body)
    const password = somePassword
    expect((await remove({ password, code: codes[1] })).json.code).toBe('incorrect_code')
    expect((await remove({ code: codeOf(uri) })).json.data.params).toHaveProperty('password')
    expect((await remove({ password, code: codeOf(uri) })).json).toEqual({ deleted: true })
    expect((await remove({ password, code: codeOf(uri) })).status).toBe(404)
    expect((await browser(app).signIn(login)).headers['location']).toBe('/account')
  })

  test('the operator removes it for somebody who has lost the device', async () => {
    const { login } = await withFactor()
    const said: string[] = []
    const means = { db: app.db, config: app.config }
    await changeAccounts(means, { do: 'user reset-factor', login }, line => said.push(line))
    expect(said).toEqual([`${login} signs in with the password alone from now on.`])
    expect((await browser(app).signIn(login)).headers['location']).toBe('/account')
    await expect(
      changeAccounts(means, { do: 'user reset-factor', login }, () => {}),
    ).rejects.toThrow(/has no second factor/)
  })

  test('its set-up, its recovery codes and its end are in the audit, without secrets', async () => {
    const { id, codes, login } = await withFactor()
    await sendCode(await halfWay(login), codes[0] ?? '')
    const query = { record: 'second_factor', record_id: id, limit: 200 }
    const { json } = await app.admin('GET', '/audit', { as, query })
    const operations = new Set(
      json.entries.map(({ operation }: { operation: string }) => operation),
    )
    expect(operations).toContain('useRecoveryCode')
    expect(operations).toContain('confirmSecondFactor')
    expect(JSON.stringify(json)).not.toContain('\\\\x')
  })
})
