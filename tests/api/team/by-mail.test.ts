import { expect, test } from 'vitest'
import { browser, personWithPassword, somePassword } from '../../support/browser.ts'
import { mailLinks, openMail } from '../../support/links-by-mail.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp, type TestRequest } from '../../support/start-app.ts'

const server = await startMailServer()
const app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'post@playhouse.example' })
const as = 'administrator' as const

test('where mail is set up, whoever is invited to the team gets the link, and the answer has none', async () => {
  const body = { email: 'helper@example.org', display_name: 'North door', set: 'door' }
  const { json } = await app.admin('POST', '/team', { as, body })
  expect(json.invitation).toEqual({ sent: true })
  await mailLinks(app)
  expect(server.received.at(-1)?.to).toBe('helper@example.org')
  const { path } = await openMail(app, server.received.at(-1))
  const window = browser(app)
  await window.post(path, { password: somePassword, again: somePassword })
  const me = await window.api('GET', '/admin/v1/me')
  expect(me.json).toMatchObject({ capabilities: ['door.scan', 'door.search'], fresh: true })
})

test('one person invites fifty people a day, at any process, and administrators as many as they like', async () => {
  const event = await eventOnSale(app)
  const manager = await personWith(app, { set: 'manager', eventId: event })
  let drawn = 0
  const invite = async (
    by: NonNullable<TestRequest['as']>,
    email = `guest-${(drawn += 1)}@example.org`,
  ) => {
    const { status, json } = await app.admin('POST', '/team', {
      as: by,
      body: { email, set: 'door', event },
    })
    return [status, json.code]
  }
  const statuses: unknown[] = []
  for (let at = 0; at < 50; at += 1) statuses.push((await invite(manager))[0])
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(await invite(manager)).toEqual([429, 'rest_too_many_requests'])
  expect(
    await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', `guest-${drawn}@example.org`)
      .execute(),
  ).toEqual([])
  const { email } = (await personWithPassword(app, 'subscriber')).body
  expect(await invite(manager, email)).toEqual([201, undefined])
  expect((await invite(as))[0]).toBe(201)
  app.clock.advance(86_401)
  expect((await invite(manager))[0]).toBe(201)
})

test('somebody without a password confirms by a mailed link, three times an hour at most', async () => {
  const { userId } = await app.makePerson('administrator')
  const { json } = await app.admin('POST', `/users/${userId}/links`, {
    as,
    body: { purpose: 'sign-in' },
  })
  const window = browser(app)
  await window.post(new URL(json.url).pathname, {})
  const start = app.clock.now()
  app.clock.set(new Date(start.getTime() + 600_000))
  const send = async (path: string, body: object) => {
    const headers = { 'x-wp-nonce': await window.nonce() }
    return window.api('POST', `/admin/v1${path}`, { body, headers })
  }
  const key = { name: 'a key', scopes: ['read'] }
  expect((await send('/keys', key)).json.code).toBe('rest_confirm_required')
  expect((await send('/session/confirm', {})).json).toEqual({ fresh: false, mailed: true })
  await mailLinks(app)
  const { path, mail } = await openMail(app, server.received.at(-1))
  expect(mail.subject).toContain('Confirm that it is you')
  await window.post(path, {})
  expect((await send('/keys', key)).status).toBe(201)
  const statuses: number[] = []
  for (let at = 0; at < 3; at += 1) statuses.push((await send('/session/confirm', {})).status)
  expect(statuses).toEqual([200, 200, 429])
})
