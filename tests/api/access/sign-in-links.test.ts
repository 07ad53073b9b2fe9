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

test('the link of an invitation sets the first password, works once, and signs in', async () => {
  const body = { login: 'invited', email: 'invited@example.org', role: 'author' }
  const { json } = await admin('POST', '/users', { ...administrator, body })
  const path = await linkFor(json.id, 'invitation')
  const window = browser(app)
  const opened = await window.get(path)
  expect([opened.status, opened.headers['referrer-policy']]).toEqual([200, 'same-origin'])
  expect(opened.text).toContain('invited')
  const short = await window.post(path, { password: 'short', again: 'short' })
  expect([short.status, window.jar.size]).toEqual([400, 0])
  const differing = await window.post(path, { password: somePassword, again: 'another password' })
  expect(differing.text).toContain('The two passwords differ.')
  const done = await window.post(path, { password: somePassword, again: somePassword })
  expect([done.status, (await window.get('/account')).status]).toEqual([303, 200])
  const again = await browser(app).post(path, {
    password: 'a third password',
    again: 'a third password',
  })
  expect([again.status, (await browser(app).signIn('invited')).status]).toEqual([404, 303])
})

test('a password reset link revokes sessions, application passwords and other links', async () => {
  const { window, id, login } = await signedIn('author')
  const key = await admin('POST', `/users/${id}/application-passwords`, {
    ...administrator,
    body: { name: 'app' },
  })
  const authorization = `Basic ${Buffer.from(`${login}:${key.json.password}`).toString('base64')}`
  const [path, other] = [await linkFor(id, 'reset'), await linkFor(id, 'sign-in')]
  const password = 'quite another password'
  const fresh = browser(app)
  expect((await fresh.post(path, { password, again: password })).status).toBe(303)
  expect((await window.get('/account')).status).toBe(303)
  expect((await admin('GET', '/keys', { as: { authorization } })).status).toBe(401)
  expect((await browser(app).get(other)).status).toBe(404)
  expect((await browser(app).signIn(login)).status).toBe(401)
  expect((await browser(app).signIn(login, password)).status).toBe(303)
})

test('a sign-in link needs no password, leaves it unchanged, and is valid for a quarter of an hour', async () => {
  const { id, login } = await personWithPassword(app, 'author')
  const path = await linkFor(id, 'sign-in')
  const window = browser(app)
  // Programs that look at links before people do must not use them up.
  for (const _ of [1, 2]) expect((await window.get(path)).status).toBe(200)
  expect((await window.post(path, {})).status).toBe(303)
  expect((await window.get('/account')).status).toBe(200)
  expect((await browser(app).signIn(login)).status).toBe(303)
  const late = await linkFor(id, 'sign-in')
  const start = app.clock.now()
  app.clock.set(new Date(start.getTime() + 15 * 60_000))
  expect((await browser(app).post(late, {})).status).toBe(404)
  app.clock.set(start)
})

test('of two who use a link at the same time, one is signed in', async () => {
  const { id } = await personWithPassword(app, 'author')
  for (const purpose of ['sign-in', 'reset']) {
    const path = await linkFor(id, purpose)
    const form = { password: 'a race of passwords', again: 'a race of passwords' }
    const got = await Promise.all([1, 2, 3].map(() => browser(app).post(path, form)))
    expect(got.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404, 404])
  }
})

test('nobody can create a link to an account with more rights', async () => {
  const [helper, target] = [await app.makePerson('editor'), await personWithPassword(app)]
  const as = { authorization: helper.authorization }
  const got = await admin('POST', `/users/${target.id}/links`, { as, body: { purpose: 'reset' } })
  expect(got.status).toBe(403)
})

test('a link ends the session that the browser had before', async () => {
  const { window, id } = await signedIn()
  const former = window.jar.get('marquee-session')
  const other = await personWithPassword(app, 'subscriber')
  await window.post(await linkFor(other.id, 'sign-in'), {})
  const sessions = app.db.selectFrom('sessions').select('user_id').where('user_id', '=', id)
  expect(await sessions.execute()).toEqual([])
  expect(window.jar.get('marquee-session')).not.toBe(former)
})
