// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { browser, personWithPassword, somePassword } from '../support/browser.ts'
import { openTestDatabase } from '../support/database.ts'
import { openApp, startApp } from '../support/start-app.ts'

const neighbour = 'https://box-office.example'
const app = await startApp({ CORS_ORIGINS: neighbour })

async function signedIn() {
  const person = await personWithPassword(app)
  const window = browser(app)
  await window.signIn(person.login)
  return { ...person, window }
}

const event = { title: 'Forged', start_date: '2027-01-01 20:00', end_date: '2027-01-01 22:00' }

test('another site writes nothing with a session cookie, trusted origins included', async () => {
  const { window } = await signedIn()
  const nonce = await window.nonce()
  const anonymous = [401, 'rest_forbidden']
  const refused = [403, 'rest_cookie_invalid_nonce']
  for (const [headers, answer] of [
    [{ origin: 'https://evil.example', 'x-wp-nonce': nonce }, anonymous],
    [{ origin: 'null', 'x-wp-nonce': nonce }, anonymous],
    [{ origin: neighbour, 'x-wp-nonce': nonce }, anonymous],
    [{ origin: '', 'sec-fetch-site': 'same-site', 'x-wp-nonce': nonce }, anonymous],
    [{ origin: 'http://tickets.test' }, anonymous],
    [{ origin: 'http://tickets.test', 'x-wp-nonce': 'guessed' }, refused],
  ] as const) {
    const { status, json } = await window.api('POST', '/events/v1/events', { body: event, headers })
    expect([headers, status, json.code]).toEqual([headers, ...answer])
  }
  const { json } = await app.events('GET', '/events', { as: 'administrator' })
  expect(json.events).toEqual([])
})

test('the nonce of another session is refused', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const got = await one.window.api('POST', '/events/v1/events', {
    body: event,
    headers: { 'x-wp-nonce': await other.window.nonce() },
  })
  expect([got.status, got.json.code]).toEqual([403, 'rest_cookie_invalid_nonce'])
})

test('another site’s form signs nobody in or out, and sets no password', async () => {
  const { window, login } = await signedIn()
  const evil = { origin: 'https://evil.example' }
  const victim = browser(app)
  const form = { login, password: somePassword }
  for (const headers of [evil, { origin: 'null' }, {}] as Record<string, string>[]) {
    expect((await victim.post('/sign-in', form, headers)).status).toBe(403)
  }
  expect(victim.jar.size).toBe(0)
  const token = await window.token()
  for (const [path, fields] of [
    ['/sign-out', {}],
    [
      '/account/password',
      { current: somePassword, password: 'x'.repeat(10), again: 'x'.repeat(10) },
    ],
  ] as const) {
    const forged = await window.post(path, { ...fields, token }, evil)
    expect([forged.status, forged.headers['set-cookie']]).toEqual([403, undefined])
    const guessed = await window.post(path, { ...fields, token: 'guessed' })
    expect(guessed.status).toBe(403)
  }
  expect((await window.get('/account')).status).toBe(200)
})

test('a session id sent by a browser is never adopted: signing in gives a new one each time', async () => {
  const { login } = await personWithPassword(app)
  const window = browser(app)
  window.jar.set('marquee-session', 'fixed-by-an-attacker')
  await window.signIn(login)
  const first = window.jar.get('marquee-session')
  expect(first).toMatch(/^[\w-]{43}$/)
  await window.signIn(login)
  expect(window.jar.get('marquee-session')).not.toBe(first)
  const thief = browser(app)
  for (const secret of ['fixed-by-an-attacker', first ?? '']) {
    thief.jar.set('marquee-session', secret)
    expect((await thief.get('/account')).status).toBe(303)
  }
})

test('a reader of the database can open no session and use no link with it', async () => {
  const { window, id } = await signedIn()
  const { json } = await app.admin('POST', `/users/${id}/links`, {
    as: 'administrator',
    body: { purpose: 'reset' },
  })
  const secrets = [window.jar.get('marquee-session') ?? '', json.url.split('/').at(-1)]
  const rows = [
    ...(await app.db.selectFrom('sessions').select(['secret_hash', 'browser']).execute()),
    ...(await app.db.selectFrom('sign_in_links').select('secret_hash').execute()),
  ]
  const kept = rows.map(row => `${row.secret_hash.toString('base64url')} ${JSON.stringify(row)}`)
  for (const secret of secrets) {
    app.watched.plant('a sign-in', secret)
    expect(secret.length).toBe(43)
    expect(kept.filter(text => text.includes(secret))).toEqual([])
  }
})

test('signing in redirects to this site only', async () => {
  const { login } = await personWithPassword(app, 'subscriber')
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%0d%0aset-cookie:a=b',
  ]) {
    const { headers } = await browser(app).signIn(login, somePassword, next)
    const target = new URL(String(headers['location']), 'http://tickets.test')
    expect([next, target.origin]).toEqual([next, 'http://tickets.test'])
    expect(String(headers['set-cookie'])).not.toContain('a=b')
  }
})

test('passwords typed into the page count with those sent to the API', async () => {
  const { login } = await personWithPassword(app, 'subscriber')
  const attempt = (password: string) => browser(app).signIn(login, password)
  for (let n = 0; n < 10; n += 1) expect((await attempt('wrong password')).status).toBe(401)
  const late = await attempt(somePassword)
  expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
})

test('guessed links end in 429', async () => {
  const limited = await openApp(await openTestDatabase(), { RATE_LIMIT: '1000' })
  const statuses = new Set<number>()
  for (let n = 0; n < 101; n += 1) {
    statuses.add((await limited.call('GET', `/sign-in/link/guess-${n}`)).status)
  }
  expect([...statuses]).toEqual([404, 429])
  await limited.close()
})

test('a password changed during a sign-in leaves no session with the old one', async () => {
  const { login, id } = await personWithPassword(app, 'subscriber')
  const windows = [1, 2, 3].map(() => browser(app))
  await Promise.all([
    ...windows.map(window => window.signIn(login)),
    app.admin('POST', `/users/${id}`, {
      as: 'administrator',
      body: { password: 'the newest password' },
    }),
  ])
  const rows = await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  expect(rows).toEqual([])
})

test('of two passwords set at once with the former one, only one counts, and only its browser stays signed in', async () => {
  const { login, id } = await personWithPassword(app, 'subscriber')
  const windows = await Promise.all(
    ['the first new password', 'the second new password'].map(async password => {
      const window = browser(app)
      await window.signIn(login)
      return { window, password, token: await window.token() }
    }),
  )
  const answers = await Promise.all(
    windows.map(({ window, password, token }) => {
      const form = { token, current: somePassword, password, again: password }
      return window.post('/account/password', form)
    }),
  )
  expect(answers.filter(({ headers }) => headers['location'] === '/account')).toHaveLength(1)
  const rows = await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  expect(rows).toHaveLength(1)
})

test('behind https the cookie is bound to the host and to https', async () => {
  const secure = await openApp(await openTestDatabase(), { PUBLIC_URL: 'https://tickets.test' })
  const { login } = await personWithPassword(secure)
  const window = browser(secure, 'https://tickets.test')
  const got = await window.signIn(login)
  expect(String(got.headers['set-cookie'])).toMatch(
    /^__Host-marquee-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect((await window.get('/account')).status).toBe(200)
  await secure.close()
})

test('a GET that changes something does not accept the cookie alone', async () => {
  const { window } = await signedIn()
  const got = await window.get('/svc/tickets/v1/qr?api_key=x&ticket_id=1&security_code=x')
  expect(got.status).toBeGreaterThanOrEqual(400)
})
