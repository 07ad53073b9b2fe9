// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { browser, personWithPassword } from '../../support/browser.ts'
import { askFor, mailLinks, openMail } from '../../support/links-by-mail.ts'
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

describe('the link of such a mail', () => {
  test('lives an hour', async () => {
    const { login } = await personWithPassword(app, 'author')
    const { path } = await linkFor(login)
    later(hour - 1000)
    expect((await browser(app).get(path)).status).toBe(200)
    later(hour)
    expect((await browser(app).post(path, chosen)).status).toBe(404)
  })

  test('ends when a newer one is sent, while the link of an administrator stays', async () => {
    const { login, id } = await personWithPassword(app, 'author')
    const body = { purpose: 'reset' }
    const given = await app.admin('POST', `/users/${id}/links`, { as, body })
    const older = await linkFor(login)
    const newer = await linkFor(login)
    const statuses = [older.path, newer.path, new URL(given.json.url).pathname].map(
      async path => (await browser(app).get(path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200, 200])
  })

  test('ends when the account gets another address, while other changes leave it', async () => {
    const { login, id } = await personWithPassword(app, 'author')
    const { path } = await linkFor(login)
    const change = (body: object) => app.admin('PATCH', `/users/${id}`, { as, body })
    const status = async () => (await browser(app).get(path)).status
    await change({ display_name: 'Ada', email: `${login}@example.org` })
    expect(await status()).toBe(200)
    await change({ email: `${login}@example.com` })
    expect(await status()).toBe(404)
  })

  test('opens nothing for the former address when it is made while the address changes', async () => {
    for (let round = 0; round < 6; round += 1) {
      server.received.splice(0)
      const { login, id } = await personWithPassword(app, 'author')
      await askFor(app, login)
      const body = { email: `${login}@example.com` }
      const [, changed] = await Promise.all([
        mailLinks(app),
        app.admin('PATCH', `/users/${id}`, { as, body }),
      ])
      const toFormer = server.received.find(({ to }) => to === `${login}@example.org`)
      const { path } = await openMail(app, toFormer)
      const opened = path === '' ? 404 : (await browser(app).get(path)).status
      expect([changed.status, opened]).toEqual([200, 404])
    }
  })

  test('is made while the one before it is used, and neither fails', async () => {
    for (let round = 0; round < 6; round += 1) {
      server.received.splice(0)
      const { login } = await personWithPassword(app, 'author')
      const { path } = await linkFor(login)
      await askFor(app, login)
      const [, used] = await Promise.all([mailLinks(app), browser(app).post(path, chosen)])
      expect([303, 404]).toContain(used.status)
      expect(server.received).toHaveLength(2)
    }
  })

  test('is the only one of two that leave at the same time', async () => {
    const { login } = await personWithPassword(app, 'author')
    await Promise.all([askFor(app, login), askFor(app, login)])
    await mailLinks(app)
    const mails = await Promise.all(server.received.map(one => openMail(app, one)))
    const statuses = mails.map(async ({ path }) => (await browser(app).get(path)).status)
    expect((await Promise.all(statuses)).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('is kept nowhere: not in the outbox, the facts, the audit or a job', async () => {
    const { login } = await personWithPassword(app, 'author')
    const { path } = await linkFor(login)
    const secret = path.split('/').at(-1) ?? ''
    expect(secret).toHaveLength(43)
    const tables = [
      'messages',
      'captures',
      'facts',
      'audit_entries',
      'jobs',
      'sign_in_links',
    ] as const
    for (const table of tables) {
      const rows = await app.db.selectFrom(table).selectAll().execute()
      expect([table, JSON.stringify(rows).includes(secret)]).toEqual([table, false])
    }
    const [message] = (await outbox(app, { kind: 'account.reset' })).slice(-1)
    expect(message?.state).toBe('sent')
    const raw = await app.admin('GET', `/messages/${message?.id}/raw`, { as })
    expect(raw.status).toBe(404)
  })

  test('is new at every attempt, and so is the id of the mail, so that no program shows the old one', async () => {
    const { login } = await personWithPassword(app, 'author')
    server.refuse(() => ({ at: 'data', cut: true }))
    await linkFor(login)
    server.refuse(() => undefined)
    later(20 * 60_000)
    await sendDue(app.deps)
    const [first, second] = await Promise.all(server.received.map(one => openMail(app, one)))
    expect(server.received).toHaveLength(2)
    expect(first?.mail.messageId).not.toBe(second?.mail.messageId)
    const statuses = [first, second].map(
      async one => (await browser(app).get(one?.path ?? '')).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200])
  })

  test('stands in the audit from its making to its use', async () => {
    const { login, id } = await personWithPassword(app, 'author')
    const { path } = await linkFor(login)
    await browser(app).post(path, chosen)
    const { json } = await app.admin('GET', '/audit', { as, query: { limit: 200 } })
    const about = (json.entries as any[]).filter(
      ({ actor, record, after, before }) =>
        (record.type === 'sign_in_link' && [after?.user_id, before?.user_id].includes(id)) ||
        (record.type === 'user' && record.id === id && actor.id === id),
    )
    const told = about.map(({ actor, action, record }) => [
      actor.name || actor.type,
      action,
      record.type,
    ])
    expect(told.toReversed()).toEqual([
      ['mail.send', 'created', 'sign_in_link'],
      ['user', 'deleted', 'sign_in_link'],
      ['user', 'changed', 'user'],
    ])
  })
})
