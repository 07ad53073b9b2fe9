// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { browser, personWithPassword, somePassword } from '../../support/browser.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { admin } = app
const administrator = { as: 'administrator' as const }

async function signedIn(role: Parameters<typeof personWithPassword>[1] = 'administrator') {
  const person = await personWithPassword(app, role)
  const window = browser(app)
  const got = await window.signIn(person.login)
  expect([got.status, got.headers['location']]).toEqual([303, '/account'])
  return { ...person, window }
}

/** A link for this account, as an administrator makes it: its path on the site. */
async function linkFor(id: number, purpose: string) {
  const { status, json } = await admin('POST', `/users/${id}/links`, {
    ...administrator,
    body: { purpose },
  })
  expect(status).toBe(201)
  app.watched.plant('a link', json.url.split('/').at(-1))
  return new URL(json.url).pathname
}

test('login and password open a session, and the account page shows who is signed in', async () => {
  const { window, login } = await signedIn('subscriber')
  const { status, text, headers } = await window.get('/account')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store, private'])
  expect(text).toContain(login)
  expect(text).toContain('This browser')
})

test('a wrong password opens no session and does not reveal whether the account exists', async () => {
  const { login } = await personWithPassword(app)
  for (const name of [login, 'nobody']) {
    const window = browser(app)
    const { status, text } = await window.signIn(name, 'wrong password')
    expect([status, window.jar.size]).toEqual([401, 0])
    expect(text).toContain('Login and password do not match.')
  }
})

test('the API recognises the person by the session cookie and returns the nonce for writes', async () => {
  const { window, login, id } = await signedIn('editor')
  const { status, json, headers } = await window.api('GET', '/admin/v1/session')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store, private'])
  expect(json).toMatchObject({ user: { id, login, role: 'editor' }, fresh: true })
  const event = {
    title: 'By browser',
    start_date: '2027-01-01 20:00',
    end_date: '2027-01-01 22:00',
  }
  const made = await window.api('POST', '/events/v1/events', {
    body: event,
    headers: { 'x-wp-nonce': json.nonce },
  })
  expect([made.status, made.json.author]).toEqual([201, String(id)])
})

test('a write without a nonce counts as anonymous: refused where strangers may not write, done where they may', async () => {
  const { window } = await signedIn()
  const refused = await window.api('POST', '/events/v1/events', { body: { title: 'x' } })
  const open = await window.api('POST', '/tickets/v1/cart', {
    body: { provider: 'tc', tickets: [] },
  })
  expect([refused.status, refused.json.code]).not.toEqual([403, 'rest_cookie_invalid_nonce'])
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(open.json.code).not.toBe('rest_forbidden')
})

test('GET /session is for browser sessions only', async () => {
  const strangers = await admin('GET', '/session')
  const withPassword = await admin('GET', '/session', administrator)
  expect([strangers.status, withPassword.status]).toEqual([401, 403])
})

test('a session ends after twelve hours without use, and after thirty days at the latest', async () => {
  const { window } = await signedIn('subscriber')
  const works = async () => (await window.api('GET', '/admin/v1/session')).status === 200
  const since = app.clock.now().getTime()
  const at = (hours: number) => app.clock.set(new Date(since + hours * 3_600_000))
  try {
    for (let hours = 11; hours < 720; hours += 11) {
      at(hours)
      expect([hours, await works()]).toEqual([hours, true])
    }
    at(720)
    expect(await works()).toBe(false)
    const other = await signedIn('subscriber')
    at(720 + 12)
    expect((await other.window.get('/account')).headers['location']).toBe('/sign-in?next=/account')
  } finally {
    at(0)
  }
})

test('sessions are listed, and each can be ended by its owner and by who manages users', async () => {
  const { window, id, login } = await signedIn('subscriber')
  const other = browser(app)
  await other.signIn(login)
  const listed = await admin('GET', `/users/${id}/sessions`, administrator)
  expect(listed.json).toHaveLength(2)
  expect(listed.json[0]).toEqual({
    id: expect.any(Number),
    browser: 'Test browser',
    created_at: '2026-11-21T12:00:00.000Z',
    used_at: '2026-11-21T12:00:00.000Z',
    expires_at: '2026-11-22T00:00:00.000Z',
  })
  const [first, second] = listed.json
  const ended = await window.api('DELETE', `/admin/v1/users/${id}/sessions/${second.id}`, {
    headers: { 'x-wp-nonce': await window.nonce() },
  })
  expect([ended.status, (await other.get('/account')).status]).toEqual([200, 303])
  await admin('DELETE', `/users/${id}/sessions/${first.id}`, administrator)
  expect((await window.get('/account')).status).toBe(303)
  const gone = await admin('DELETE', `/users/${id}/sessions/${first.id}`, administrator)
  expect([gone.status, gone.json.code]).toEqual([404, 'rest_session_not_found'])
})

test('nobody sees the sessions of somebody else', async () => {
  const { id } = await signedIn('subscriber')
  const { window } = await signedIn('subscriber')
  expect((await window.api('GET', `/admin/v1/users/${id}/sessions`)).status).toBe(403)
})

test('a recently signed-in administrator cannot create a credential that outlives the session', async () => {
  const { window, id } = await signedIn()
  const make = async () => {
    const headers = { 'x-wp-nonce': await window.nonce() }
    const password = await window.api('POST', `/admin/v1/users/${id}/application-passwords`, {
      body: { name: 'kept' },
      headers,
    })
    const link = await window.api('POST', `/admin/v1/users/${id}/links`, {
      body: { purpose: 'reset' },
      headers,
    })
    return [password.json.expires_at, link.status]
  }
  expect(await make()).toEqual([null, 201])
  const start = app.clock.now()
  app.clock.set(new Date(start.getTime() + 600_000))
  expect(await make()).toEqual([undefined, 403])
  app.clock.set(start)
})

test('the pages for signing in and behind a link are in the language of the browser, and so is what they refuse', async () => {
  const { id } = await personWithPassword(app)
  const path = await linkFor(id, 'reset')
  const expected = [
    ['en', 'Sign in', 'Choose a new password', 'The two passwords differ.'],
    ['de', 'Anmelden', 'Neues Passwort wählen', 'Die beiden Passwörter sind verschieden.'],
    ['nb', 'Logg inn', 'Velg et nytt passord', 'De to passordene er forskjellige.'],
    ['fr', 'Se connecter', 'Choisissez un nouveau', 'Les deux mots de passe sont différents.'],
    ['es', 'Iniciar sesión', 'Elija una contraseña', 'Las dos contraseñas son distintas.'],
  ] as const
  for (const [language, signIn, choose, differ] of expected) {
    const headers = { 'accept-language': language, origin: 'http://tickets.test' }
    const seen = await Promise.all([
      browser(app).get('/sign-in', headers),
      browser(app).get(path, headers),
      browser(app).post(path, { password: somePassword, again: 'another' }, headers),
    ])
    for (const [index, words] of [signIn, choose, differ].entries()) {
      expect(seen[index]?.headers['content-language']).toBe(language)
      expect(seen[index]?.text).toContain(words)
    }
  }
})

test('the account page is in the language of the browser, with dates in words, and so is what it refuses', async () => {
  const { window, login } = await signedIn('author')
  await browser(app).signIn(login)
  const expected = [
    ['en', 'Change the password', 'Sign out this browser', 'do not match'],
    ['de', 'Passwort ändern', 'Diesen Browser abmelden', 'passen nicht zusammen'],
    ['nb', 'Endre passordet', 'Logg ut denne nettleseren', 'hører ikke sammen'],
    ['fr', 'Changer le mot de passe', 'Déconnecter ce navigateur', 'ne correspondent pas'],
    ['es', 'Cambiar la contraseña', 'Cerrar la sesión de este navegador', 'no coinciden'],
  ] as const
  const token = await window.token()
  for (const [language, change, end, wrong] of expected) {
    const headers = { 'accept-language': language, origin: 'http://tickets.test' }
    const shown = await window.get('/account', headers)
    expect([shown.status, shown.headers['content-language']]).toEqual([200, language])
    expect(shown.text).toContain(change)
    expect(shown.text).toContain(end)
    expect(shown.text).toContain('2026')
    const form = { token, current: 'not this one', password: somePassword, again: somePassword }
    const refused = await window.post('/account/password', form, headers)
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store, private'])
    expect(refused.text).toContain(wrong)
  }
})

test('changing the password requires the old one and signs out other browsers', async () => {
  const { window, login } = await signedIn('author')
  const other = browser(app)
  await other.signIn(login)
  const token = await window.token()
  const password = 'the next password'
  const form = { token, password, again: password }
  const wrong = await window.post('/account/password', { ...form, current: 'not this one' })
  expect([wrong.status, (await other.get('/account')).status]).toEqual([401, 200])
  const done = await window.post('/account/password', { ...form, current: somePassword })
  expect(done.status).toBe(303)
  expect((await window.get('/account')).status).toBe(200)
  expect((await other.get('/account')).status).toBe(303)
  expect((await browser(app).signIn(login, password)).status).toBe(303)
})

test('signing out ends the session itself, not only its cookie', async () => {
  const { window } = await signedIn('author')
  const kept = new Map(window.jar)
  expect((await window.post('/sign-out', { token: await window.token() })).status).toBe(303)
  expect(window.jar.size).toBe(0)
  for (const [name, value] of kept) window.jar.set(name, value)
  expect((await window.get('/account')).status).toBe(303)
})

test('the session that a browser had before has its end in the audit, however the browser signs in anew', async () => {
  for (const kind of ['password', 'link'] as const) {
    const { window, id } = await signedIn()
    const other = await personWithPassword(app, 'subscriber')
    if (kind === 'password') await window.signIn(other.login)
    else await window.post(await linkFor(other.id, 'sign-in'), {})
    const query = { actor: 'user', actor_id: id, record: 'session' }
    const { json } = await admin('GET', '/audit', { ...administrator, query })
    const told = json.entries.map((entry: any) => [entry.operation, entry.action])
    expect([kind, ...told]).toEqual([kind, ['closeSession', 'deleted'], ['openSession', 'created']])
  }
})

test('a site whose https address is written in capital letters has the cookie of https', async () => {
  const site = await startApp({ PUBLIC_URL: 'HTTPS://Tickets.Example' })
  const { login } = await personWithPassword(site)
  const { headers } = await browser(site, 'https://tickets.example').signIn(login)
  const [cookie] = [headers['set-cookie']].flat()
  expect(cookie).toMatch(/^__Host-marquee-session=.+; Secure$/)
})
