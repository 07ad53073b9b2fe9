// Database: in the short run the embedded one alone.
import { generateKeyPairSync } from 'node:crypto'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { doctorOfOutbox } from '../../../src/cli/mail.ts'
import { readSender } from '../../../src/messaging/outbox/lookup.ts'
import { buy } from '../../support/buying.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
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

type Change = { data: Record<string, unknown> }

const states = async () => (await outbox(app)).map(({ state }) => state)

describe('a mail server', () => {
  test('that is away for six hours loses nothing: all mails are sent afterwards, the oldest first', async () => {
    await queue(6)
    server.refuse(() => ({ at: 'mail', code: 451 }))
    for (let hour = 0; hour < 6; hour += 1) {
      await deliver(app)
      app.clock.advance(3600)
    }
    expect(await states()).toEqual(Array.from({ length: 6 }, () => 'queued'))
    server.refuse(() => undefined)
    await deliver(app)
    expect(await states()).toEqual(Array.from({ length: 6 }, () => 'sent'))
    const order = server.received.map(({ to }) => Number(/\d+/.exec(to)?.[0]))
    expect(order.slice(0, 4).sort((a, b) => a - b)).toEqual([0, 1, 2, 3])
  })

  test('that refuses our sign-in or sender stops all mail and fails none, and doctor says why', async () => {
    await queue(2)
    server.refuse(() => ({ at: 'mail', code: 553, text: 'sender not allowed' }))
    await deliver(app)
    expect(await states()).toEqual(['queued', 'queued'])
    const said = (await doctorOfOutbox(app.db, app.deps.config)).join('\n')
    expect(said).toContain('sender not allowed')
    expect(said).toContain('2 mails wait')
    server.refuse(() => undefined)
    app.clock.advance(61)
    await deliver(app)
    expect(await states()).toEqual(['sent', 'sent'])
    expect((await doctorOfOutbox(app.db, app.deps.config)).join('\n')).not.toContain('not allowed')
  })

  test('that has too many connections is sent mail over fewer, down to one', async () => {
    await queue(8)
    server.refuse(() => ({ at: 'rcpt', code: 432 }))
    await deliver(app)
    const row = await app.db.selectFrom('mail_sender').select('connections').executeTakeFirst()
    expect(row?.connections).toBe(1)
    server.refuse(() => undefined)
    app.clock.advance(61)
    server.sockets.most = server.sockets.open
    await deliver(app)
    expect(await states()).toEqual(Array.from({ length: 8 }, () => 'sent'))
  })

  test('that takes a hundred mails after that gets more connections again', async () => {
    await app.db.insertInto('mail_sender').values({ id: 1, connections: 1 }).execute()
    const connections = async () =>
      (await app.db.selectFrom('mail_sender').select('connections').executeTakeFirst())?.connections
    await queue(99)
    await deliver(app)
    expect(await connections()).toBe(1)
    await queue(101)
    await deliver(app)
    expect(await connections()).toBe(2)
  })

  test('that does not know a mailbox fails that mail only, and the address gets no more mail', async () => {
    await queue(2)
    server.refuse(to =>
      to === 'person0@example.org'
        ? { at: 'rcpt', code: 550, text: '5.1.1 no such user' }
        : undefined,
    )
    await deliver(app)
    expect(await states()).toEqual(['failed', 'sent'])
    await app.deps.following.catchUp()
    const facts = await app.db
      .selectFrom('facts')
      .select('name')
      .where('name', '=', 'message.failed')
      .execute()
    expect(facts).toHaveLength(1)
    server.refuse(() => undefined)
    await queue(1)
    await deliver(app)
    expect((await states()).at(-1)).toBe('suppressed')
  })

  test('with a full mailbox for three days fails the mail, and not before', async () => {
    const [id] = await queue(1)
    server.refuse(() => ({ at: 'rcpt', code: 452 }))
    const attempts: number[] = []
    for (let minutes = 0; minutes <= 80 * 60; minutes += 30) {
      await deliver(app)
      const row = await app.db
        .selectFrom('messages')
        .select(['attempts', 'state'])
        .where('id', '=', id ?? 0)
        .executeTakeFirst()
      attempts.push(row?.attempts ?? 0)
      if (row?.state === 'failed') break
      app.clock.advance(1800)
    }
    expect(await states()).toEqual(['failed'])
    expect(attempts.at(-1)).toBeGreaterThan(14)
    expect(attempts.length).toBeGreaterThan(144)
    await app.deps.following.catchUp()
    const { json } = await app.admin('GET', '/changes', { as, query: { types: 'message.failed' } })
    expect(json.changes.map(({ data }: Change) => data['message_id'])).toContain(id)
  })

  test('that was away for four days may put a mail off afterwards, which does not fail', async () => {
    await queue(1)
    server.refuse(() => ({ at: 'mail', code: 451 }))
    await deliver(app)
    app.clock.advance(4 * 86_400)
    server.refuse(() => ({ at: 'rcpt', code: 450, text: 'greylisted' }))
    await deliver(app)
    expect(await states()).toEqual(['queued'])
    server.refuse(() => undefined)
    app.clock.advance(61)
    await deliver(app)
    expect(await states()).toEqual(['sent'])
  })

  test('that cuts the connection after the mail gets it again with the same Message-ID', async () => {
    await queue(1)
    server.refuse(() => ({ at: 'data', cut: true }))
    await deliver(app)
    expect(await states()).toEqual(['queued'])
    server.refuse(() => undefined)
    app.clock.advance(61)
    await deliver(app)
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  test('that cuts the connection after one mail gets all the others', async () => {
    await queue(6)
    server.refuse(to => (to === 'person0@example.org' ? { at: 'data', cut: true } : undefined))
    await deliver(app)
    expect(await states()).toEqual(['queued', 'sent', 'sent', 'sent', 'sent', 'sent'])
    const [waiting] = (await app.admin('GET', '/messages', { as, query: { state: 'queued' } })).json
      .messages
    expect(waiting.attempts).toBe(1)
    expect((await readSender(app.db)).pausedUntil).toBeNull()
  })

  test('that cuts the connection after every mail is left alone for a while, and then gets all', async () => {
    await queue(20)
    server.refuse(() => ({ at: 'data', cut: true }))
    await deliver(app)
    expect(await states()).toEqual(Array.from({ length: 20 }, () => 'queued'))
    // Five in a row, and those that were under way meanwhile.
    expect(server.received.length).toBeLessThan(10)
    expect((await readSender(app.db)).pausedUntil).toEqual(expect.any(Date))
    server.refuse(() => undefined)
    app.clock.advance(121)
    await deliver(app)
    expect(await states()).toEqual(Array.from({ length: 20 }, () => 'sent'))
  })

  test('that finds a mail too large gets it without pictures', async () => {
    await buy(app, ticket.id)
    let refusals = 0
    server.refuse(() => {
      refusals += 1
      // Asked at the three steps of the first mail.
      return refusals <= 3 ? { at: 'data', code: 552 } : undefined
    })
    await deliver(app)
    const [{ raw } = { raw: '' }] = server.received
    expect((await PostalMime.parse(raw)).attachments).toEqual([])
    expect(raw).not.toContain('cid:')
    expect(await states()).toEqual(['sent'])
  })
})
