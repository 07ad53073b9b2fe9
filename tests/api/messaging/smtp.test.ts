// Database: in the short run the embedded one alone.
import { generateKeyPairSync } from 'node:crypto'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { erasePerson } from '../../../src/cli/person.ts'
import { addressHash } from '../../../src/messaging/outbox/rules.ts'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { buy } from '../../support/buying.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { readDkim } from '../../support/dkim.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const server = await startMailServer()
const app = await startApp({
  SMTP_URL: server.url,
  MAIL_FROM: 'tickets@playhouse.example',
  MAIL_PDF_KIB: 'off',
  MAIL_BOUNCES_TO: 'bounces@playhouse.example',
  MAIL_DKIM_DOMAIN: 'playhouse.example',
  MAIL_DKIM_SELECTOR: 'm1',
  MAIL_DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
})
const as = 'administrator' as const
const ticket = await ticketOnSale(app, { capacity: null })

beforeEach(async () => {
  server.refuse(() => undefined)
  app.clock.advance(4 * 86_400)
  await app.db.deleteFrom('captures').execute()
  await app.db.deleteFrom('messages').execute()
  await app.db.deleteFrom('suppressions').execute()
  await app.db.deleteFrom('mail_sender').execute()
  server.received.splice(0)
})

/** Mails to so many addresses, in the outbox. */
async function queue(count: number) {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const body = { to: `person${index}@example.org` }
    ids.push((await app.admin('POST', '/messages/test', { as, body })).json.id)
  }
  return ids
}

const states = async () => (await outbox(app)).map(({ state }) => state)

test('an order is mailed once, in the name of the site, with an address for bounces that names the message', async () => {
  await buy(app, ticket.id)
  await deliver(app)
  await deliver(app)
  expect(server.received).toHaveLength(1)
  const [{ from, to, raw } = { from: '', to: '', raw: '' }] = server.received
  const [message] = await outbox(app)
  expect(from).toMatch(new RegExp(`^bounces\\+${message?.id}-[0-9a-f]{16}@playhouse\\.example$`))
  expect(to).toBe('ada@example.org')
  const mail = await PostalMime.parse(raw)
  expect(mail.from?.address).toBe('tickets@playhouse.example')
  expect(mail.messageId).toMatch(
    new RegExp(`^<m${message?.id}\\.[0-9a-f]{16}@playhouse\\.example>$`),
  )
  expect(raw).toMatch(/^DKIM-Signature: [^]*?d=playhouse\.example;\s[^]*?s=m1;/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(message).toMatchObject({ state: 'sent', subject: 'Your tickets: An evening' })
})

test('a reminder can be ended with one click, by headers that its signature covers; a confirmation has none', async () => {
  const { id, eventId } = await ticketOnSale(app)
  await buy(app, id)
  const now = app.clock.now()
  const start = new Date(now.getTime() + 30 * 3_600_000)
  await app.db
    .updateTable('events')
    .set({ starts_at: start, ends_at: start })
    .where('id', '=', eventId)
    .execute()
  await app.db
    .updateTable('attendees')
    .set({ created_at: now })
    .where('event_id', '=', eventId)
    .execute()
  await deliver(app)
  app.clock.advance(7 * 3600)
  await deliver(app)
  const ends = ['list-unsubscribe', 'list-unsubscribe-post']
  const seen = server.received.map(({ raw }) => ({
    has: ends.filter(name => new RegExp(`^${name}:`, 'im').test(raw)),
    ...readDkim(raw, publicKey),
  }))
  expect(seen).toMatchObject([
    { has: [], bodyHolds: true, signatureHolds: true },
    { has: ends, covers: expect.arrayContaining(ends), bodyHolds: true, signatureHolds: true },
  ])
  const changed = server.received[1]?.raw.replace('One-Click', 'Two-Click') ?? ''
  expect(readDkim(changed, publicKey).signatureHolds).toBe(false)
})

test('mails that a process was sending when it died are sent by the next one', async () => {
  const [id] = await queue(1)
  await app.db
    .updateTable('messages')
    .set({ state: 'sending', lease_until: app.clock.now(), attempts: 1 })
    .where('id', '=', id ?? 0)
    .execute()
  await app.db
    .insertInto('mail_sender')
    .values({ id: 1, holder: 'somebody dead', lease_until: app.clock.now() })
    .execute()
  await deliver(app)
  expect(server.received).toEqual([])
  app.clock.advance(1)
  await deliver(app)
  expect(server.received).toHaveLength(1)
})

test('a server that takes longer for its mails than they are assigned for gets each one once', async () => {
  await queue(20)
  // With one connection for each process a single mail takes less time than its own lease, and all of them take more.
  await app.db
    .insertInto('mail_sender')
    .values({ id: 1, holder: 'nobody', lease_until: new Date(0), connections: 1 })
    .execute()
  const others: Promise<number>[] = []
  server.refuse(to => {
    // Asked at two steps of each mail. Another process always wants to take over, and several do in the end.
    if (to !== '') app.clock.advance(3)
    others.push(sendDue(app.deps))
    return undefined
  })
  await deliver(app)
  while (others.length > 0) await others.shift()
  await deliver(app)
  expect(await states()).toEqual(Array.from({ length: 20 }, () => 'sent'))
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `person${index}@example.org`).toSorted(),
  )
})

test('a mail whose recipient is erased while it is sent stays erased, and cannot be tried again', async () => {
  const [id] = await queue(1)
  const claimed = new Promise<void>(resolve => {
    server.refuse(to => {
      if (to !== '') resolve()
      return { at: 'data', code: 450, text: `${to} is busy` }
    })
  })
  const sent = deliver(app)
  await claimed
  await erasePerson(app.db, 'person0@example.org')
  await sent
  const kept = await app.db.selectFrom('messages').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain('person0@')
  expect(await states()).toEqual(['withdrawn'])
  const retried = await app.admin('POST', `/messages/${id}/retry`, { as })
  expect([retried.status, retried.json.code]).toEqual([409, 'message_move_not_allowed'])
  expect(retried.json.message).toContain('was erased')
})

describe('a mail that bounces', () => {
  const report = ({
    to,
    action = 'failed',
    status = '5.1.1',
    type = 'message/delivery-status',
  }: {
    to: string
    action?: string
    status?: string
    type?: string
  }) =>
    [
      'From: MAILER-DAEMON@mx.example.org',
      `To: ${to}`,
      'Subject: Undelivered',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      `Content-Type: ${type}`,
      '',
      'Reporting-MTA: dns; mx.example.org',
      '',
      'Final-Recipient: rfc822; person0@example.org',
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 unknown',
      '',
      '--b--',
      '',
    ].join('\r\n')
  const bounce = async (raw: string) =>
    (await app.admin('POST', '/bounces', { as, body: { raw } })).json.outcome as string

  test('for good marks its message and suppresses the address until staff lift that', async () => {
    await queue(1)
    await deliver(app)
    const to = server.received[0]?.from ?? ''
    expect(await bounce(report({ to, action: 'delayed', status: '4.4.1' }))).toBe('delayed')
    expect(await bounce(report({ to: to.replace('-', '-0') }))).toBe('unknown')
    expect(await bounce('Subject: out of office\r\n\r\nI am away.')).toBe('unknown')
    expect(await states()).toEqual(['sent'])
    expect(await bounce(report({ to }))).toBe('bounced')
    expect(await states()).toEqual(['bounced'])
    await queue(1)
    await deliver(app)
    expect(await states()).toEqual(['bounced', 'suppressed'])
    const body = { email: 'person0@example.org' }
    expect((await app.admin('GET', '/suppressions', { as })).json).toHaveLength(1)
    expect((await app.admin('DELETE', '/suppressions', { as, body })).json).toEqual({
      deleted: true,
    })
    await queue(1)
    await deliver(app)
    expect((await states()).at(-1)).toBe('sent')
  })

  test('marks its message too when the report is about an address with letters outside ASCII', async () => {
    await queue(1)
    await deliver(app)
    const to = server.received[0]?.from ?? ''
    const type = 'message/global-delivery-status; charset=utf-8'
    expect(await bounce(report({ to, type }))).toBe('bounced')
    expect(await states()).toEqual(['bounced'])
  })

  test('is lifted without sending its owner what the owner unsubscribed from', async () => {
    const email = 'person0@example.org'
    const address_hash = addressHash(app.deps.secrets.order, email)
    const scopes = ['all', 'event.reminder 7', 'event.reminder 8']
    await app.db
      .insertInto('suppressions')
      .values(scopes.map(scope => ({ address_hash, scope, reason: 'x', at: app.clock.now() })))
      .execute()
    const left = async () =>
      new Set(
        (await app.admin('GET', '/suppressions', { as })).json.map(
          ({ scope }: { scope: string }) => scope,
        ),
      )
    const lift = async (body: object) =>
      (await app.admin('DELETE', '/suppressions', { as, body })).status
    expect(await lift({ email })).toBe(200)
    expect(await left()).toEqual(new Set(['event.reminder 7', 'event.reminder 8']))
    expect(await lift({ email })).toBe(404)
    expect(await lift({ email, scope: 'event.reminder 7' })).toBe(200)
    expect(await left()).toEqual(new Set(['event.reminder 8']))
  })

  test('because its server gave up after days marks its message only', async () => {
    await queue(1)
    await deliver(app)
    const to = server.received[0]?.from ?? ''
    expect(await bounce(report({ to, status: '4.4.7' }))).toBe('bounced')
    expect(await states()).toEqual(['bounced'])
    expect((await app.admin('GET', '/suppressions', { as })).json).toEqual([])
  })

  test('because of a full mailbox marks its message only', async () => {
    await queue(1)
    await deliver(app)
    const to = server.received[0]?.from ?? ''
    expect(await bounce(report({ to, status: '5.2.2' }))).toBe('bounced')
    await queue(1)
    await deliver(app)
    expect(await states()).toEqual(['bounced', 'sent'])
  })
})

test('mails that wait are counted at /metrics, with the age of the oldest', async () => {
  const scrape = () => app.call('GET', '/metrics', { headers: { host: 'localhost' } })
  const seen = async () => {
    const { text } = await scrape()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return [value('marquee_mails_waiting'), value('marquee_mail_oldest_seconds')]
  }
  expect(await seen()).toEqual([0, 0])
  await queue(2)
  app.clock.advance(90)
  expect(await seen()).toEqual([2, 90])
  const statements = await statementsOf(app, scrape)
  expect(statements.filter(text => text.includes('mail_sender'))).toHaveLength(1)
})
