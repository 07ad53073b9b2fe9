// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { browser, personWithPassword, somePassword } from '../../support/browser.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { askFor, forgotten, mailLinks, openMail } from '../../support/links-by-mail.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { outbox } from '../../support/mailbox.ts'
import { startApp, testStart } from '../../support/start-app.ts'

const server = await startMailServer()
const app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'post@playhouse.example' })
const as = 'administrator' as const
const hour = 3_600_000
const password = 'the next password'
const chosen = { password, again: password }

beforeEach(() => {
  server.refuse(() => undefined)
  server.received.splice(0)
  app.clock.set(testStart)
})

const later = (ms: number) => app.clock.set(new Date(testStart.getTime() + ms))

/** Asks for a new password of this account, and opens the mail. */
async function linkFor(name: string) {
  await askFor(app, name)
  await mailLinks(app)
  return openMail(app, server.received.at(-1))
}

/** An administrator's application password that expires tomorrow. */
async function expiring() {
  const { userId } = await app.person(as)
  const path = `/users/${userId}/application-passwords`
  const { json } = await app.admin('POST', path, {
    as,
    body: { name: 'short', expires_in_days: 1 },
  })
  const { json: user } = await app.admin('GET', `/users/${userId}`, { as })
  const pair = Buffer.from(`${user.login}:${json.password}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

const reset = (login: string) => browser(app).signIn(login, password)

describe('a forgotten password', () => {
  test('is replaced by a link mailed to the account, in the language of the page', async () => {
    const { login } = await personWithPassword(app, 'author')
    const window = browser(app)
    expect((await window.get('/sign-in')).text).toContain(`href="${forgotten}"`)
    const { text } = await window.get(`${forgotten}?lang=de`)
    expect(text).toContain('Passwort vergessen?')
    const asked = await window.post(forgotten, { name: login })
    expect([asked.status, asked.headers['location']]).toEqual([303, forgotten])
    const notice = 'ist eine Mail mit einem Link unterwegs'
    expect((await window.get(forgotten)).text).toContain(notice)
    expect((await window.get(forgotten)).text).not.toContain(notice)
    await mailLinks(app)
    const { mail, path } = await openMail(app, server.received.at(-1))
    expect([mail.subject, mail.to?.[0]?.address]).toEqual([
      expect.stringMatching(/^Neues Passwort für/),
      `${login}@example.org`,
    ])
    expect(mail.html).toContain(path)
    expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
    const fresh = browser(app)
    expect((await fresh.get(path)).text).toContain(login)
    expect((await fresh.post(path, chosen)).status).toBe(303)
    expect([(await reset(login)).status, (await fresh.post(path, chosen)).status]).toEqual([
      303, 404,
    ])
  })

  test('is asked for by the address, too, in any case of letters', async () => {
    const { login } = await personWithPassword(app, 'author')
    await linkFor(`  ${login.toUpperCase()}@Example.ORG `)
    expect(server.received.map(({ to }) => to)).toEqual([`${login}@example.org`])
  })

  test('gives the same answer by the same statements, whether there is an account or not', async () => {
    const { login } = await personWithPassword(app, 'author')
    await app.db
      .insertInto('users')
      .values({ login: 'no-address', display_name: 'x', email: '', role: 'author' })
      .execute()
    const seen = new Set<string>()
    for (const name of [login, `${login}@example.org`, 'nobody', 'no@body.example', 'no-address']) {
      const statements = await statementsOf(app, async () => {
        const { status, headers, text } = await askFor(app, name)
        const { date: _, 'request-id': __, ...rest } = headers
        seen.add(JSON.stringify([status, rest, text]))
      })
      seen.add(JSON.stringify(statements))
    }
    expect([...seen]).toHaveLength(2)
    await mailLinks(app)
    expect(server.received.map(({ to }) => to)).toEqual(Array(2).fill(`${login}@example.org`))
  })

  test('leads into no account that was made without a password and without an invitation', async () => {
    const body = { login: 'for-keys', email: 'for-keys@example.org', role: 'author' }
    await app.admin('POST', '/users', { as, body })
    await linkFor('for-keys')
    expect(server.received).toEqual([])
  })

  test('is mailed to no address that a credential chose which expires', async () => {
    const { id, login } = await personWithPassword(app, 'author')
    const change = (email: string) => ({ as: expired, body: { email, display_name: 'Ada' } })
    const expired = await expiring()
    const other = await app.admin('PATCH', `/users/${id}`, change('thief@example.org'))
    const same = await app.admin('PATCH', `/users/${id}`, change(`${login}@example.org`))
    expect([other.status, other.json.code, same.status]).toEqual([403, 'rest_forbidden', 200])
  })

  test('is not taken from the form of another site, and an empty name is named', async () => {
    const { login } = await personWithPassword(app, 'author')
    const elsewhere = { origin: 'https://evil.example' }
    expect((await browser(app).post(forgotten, { name: login }, elsewhere)).status).toBe(403)
    for (const name of ['', ' ', 'x'.repeat(255)]) {
      const { status, text } = await askFor(app, name)
      expect([status, text.includes('Enter your login or your e-mail address.')]).toEqual([
        422,
        true,
      ])
    }
    await mailLinks(app)
    expect(server.received).toEqual([])
  })
})

describe('a mail with such a link', () => {
  const newest = async () => (await outbox(app)).at(-1)

  test('goes to the address that the account has when it leaves, and to no former one', async () => {
    const { login, id } = await personWithPassword(app, 'author')
    server.refuse(() => ({ at: 'data', code: 451 }))
    await linkFor(login)
    const body = { email: 'moved@example.org' }
    await app.admin('PATCH', `/users/${id}`, { as, body })
    server.refuse(() => undefined)
    later(20 * 60_000)
    await sendDue(app.deps)
    expect(await newest()).toMatchObject({
      state: 'withdrawn',
      error: 'The account has another address by now.',
    })
    expect(server.received).toEqual([])
  })

  test('is withdrawn when it could not leave for an hour', async () => {
    const { login } = await personWithPassword(app, 'author')
    server.refuse(() => ({ at: 'data', code: 451 }))
    await linkFor(login)
    server.refuse(() => undefined)
    later(hour)
    await sendDue(app.deps)
    expect(await newest()).toMatchObject({ state: 'withdrawn' })
    expect(server.received).toEqual([])
  })

  test('is sent three times an hour at most, however often it is asked for', async () => {
    const { login } = await personWithPassword(app, 'author')
    for (const name of [login, `${login}@example.org`, login, login, login]) await linkFor(name)
    expect(server.received).toHaveLength(3)
    later(hour)
    await linkFor(login)
    expect(server.received).toHaveLength(4)
  })

  test('is not sent to an address that does not exist', async () => {
    const { login } = await personWithPassword(app, 'author')
    server.refuse(() => ({ at: 'rcpt', code: 550, text: '5.1.1 no such user' }))
    await linkFor(login)
    server.refuse(() => undefined)
    await linkFor(login)
    expect((await newest())?.state).toBe('suppressed')
    expect(server.received).toEqual([])
  })

  test('is never kept to be read: it is withdrawn when there is no mail server any more', async () => {
    const { login } = await personWithPassword(app, 'author')
    server.refuse(() => ({ at: 'data', code: 451 }))
    await linkFor(login)
    later(20 * 60_000)
    await sendDue(Object.create(app.deps, { mailer: { value: undefined } }))
    expect(await newest()).toMatchObject({ state: 'withdrawn' })
    expect(await app.db.selectFrom('captures').selectAll().execute()).toEqual([])
  })
})

describe('an invitation', () => {
  const guest = (login: string) => ({ login, email: `${login}@example.org`, role: 'author' })
  const invite = (login: string, more: object = {}) =>
    app.admin('POST', '/users', { as, body: { ...guest(login), invite: true, ...more } })

  test('brings a link that lives a week, in the language asked for', async () => {
    expect((await invite('guest', { invite_locale: 'fr' })).status).toBe(201)
    await mailLinks(app)
    const { mail, path } = await openMail(app, server.received.at(-1))
    expect([mail.subject, mail.to?.[0]?.address]).toEqual([
      expect.stringMatching(/^Votre compte/),
      'guest@example.org',
    ])
    expect(mail.text).toContain(`http://tickets.test${forgotten}`)
    later(7 * 24 * hour - 1000)
    expect((await browser(app).post(path, chosen)).status).toBe(303)
    expect((await reset('guest')).status).toBe(303)
  })

  test('that came too late is followed by another link on the page', async () => {
    await invite('late')
    await mailLinks(app)
    const { path: over } = await openMail(app, server.received.at(-1))
    later(7 * 24 * hour)
    expect((await browser(app).get(over)).status).toBe(404)
    const { path } = await linkFor('late')
    expect((await browser(app).post(path, chosen)).status).toBe(303)
  })

  test('is not for an account with a password, nor by a credential that expires', async () => {
    const both = await invite('with-password', { password: somePassword })
    expect([both.status, both.json.data.params]).toEqual([400, { invite: expect.any(String) }])
    const refused = await app.admin('POST', '/users', {
      as: await expiring(),
      body: { ...guest('by-expiring'), invite: true },
    })
    expect([refused.status, refused.json.code]).toEqual([403, 'rest_forbidden'])
    await mailLinks(app)
    expect(server.received).toEqual([])
  })

  test('is withdrawn when its account has a password before it leaves', async () => {
    const { json } = await invite('quick')
    await app.admin('PATCH', `/users/${json.id}`, { as, body: { password: somePassword } })
    await mailLinks(app)
    expect((await outbox(app)).at(-1)).toMatchObject({
      kind: 'account.invited',
      state: 'withdrawn',
      error: 'The account has a password by now.',
    })
  })
})

describe('without a mail server', async () => {
  const bare = await startApp()

  test('the page says who makes a link, and refuses every name alike', async () => {
    const { login } = await personWithPassword(bare, 'author')
    const { status, text } = await browser(bare).get(forgotten)
    expect([status, text.includes('An administrator can make a link')]).toEqual([200, true])
    expect(text).not.toContain('name="name"')
    const answers = await Promise.all([login, 'nobody', ''].map(name => askFor(bare, name)))
    expect(answers.map(got => got.status)).toEqual([409, 409, 409])
    expect(new Set(answers.map(got => got.text.replaceAll(/nonce="[^"]*"/g, ''))).size).toBe(1)
    await mailLinks(bare)
    expect(await outbox(bare)).toEqual([])
  })

  test('an invitation is refused, names the way there is, and adds no account', async () => {
    const body = { login: 'guest', email: 'guest@example.org', role: 'author', invite: true }
    const { status, json } = await bare.admin('POST', '/users', { as, body })
    expect([status, json.code]).toEqual([409, 'mail_not_configured'])
    expect(json.message).toContain('POST /users/<id>/links')
    const added = await bare.admin('POST', '/users', { as, body: { ...body, invite: false } })
    expect(added.status).toBe(201)
  })
})

test('a running service mails by itself what is asked for on the page', async () => {
  const running = await startApp({ SMTP_URL: server.url })
  running.startJobs()
  const { login } = await personWithPassword(running, 'author')
  await askFor(running, login)
  await expect
    .poll(() => server.received.map(({ to }) => to), { timeout: 20_000 })
    .toEqual([`${login}@example.org`])
})

test('a network asks thirty times an hour', async () => {
  const limited = await startApp({ SMTP_URL: server.url, RATE_LIMIT: '100000' })
  const statuses: number[] = []
  for (let asked = 0; asked < 31; asked += 1) {
    statuses.push((await askFor(limited, `name-${asked}`)).status)
  }
  expect([statuses.slice(0, 30).every(status => status === 303), statuses[30]]).toEqual([true, 429])
})
