import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { giveTurns, claimDue } from '../../../src/messaging/outbox/store.turns.ts'
import { type MessageDraft, queueMessages } from '../../../src/messaging/outbox/queue-messages.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, deps } = app

beforeEach(async () => {
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('mail_sender').execute()
  await db.insertInto('mail_sender').values({ id: 1 }).execute()
})

const byValue = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)

let causes = 0
type Wish = Partial<MessageDraft> & { orderId?: number }

function draft({ orderId = 1, ...wish }: Wish): MessageDraft {
  causes += 1
  return {
    kind: 'order.confirmed',
    cause: `turn ${causes}`,
    recipient: `person${causes}@example.org`,
    aboutKind: 'order',
    aboutId: orderId,
    orderId,
    locale: 'en',
    sendAt: app.clock.now(),
    ...wish,
  }
}
const times = (number: number, make: (at: number) => MessageDraft) =>
  Array.from({ length: number }, (_, at) => make(at))

const queue = (drafts: readonly MessageDraft[]) => queueMessages(deps, db, drafts)

/** Takes the next messages as the sender does. */
async function take(limit: number) {
  const now = app.clock.now()
  await giveTurns(db, now)
  return claimDue(db, { now, until: new Date(now.getTime() + 45_000), limit })
}

test('the mail of a lone order leaves before ten thousand others of one network, and so does that of a second lone order later', async () => {
  await queue(times(10_000, at => draft({ network: 'busy', orderId: 100 + at })))
  await take(20)
  const [lone] = await queue([draft({ network: 'quiet', orderId: 7 })])
  expect((await take(20)).map(({ id }) => id)).toContain(lone)
  await take(200)
  const [second] = await queue([draft({ network: 'calm', orderId: 8 })])
  expect((await take(20)).map(({ id }) => id)).toContain(second)
})

test('mails of three thousand networks get their turns within the time of an ordinary test after a day on which all mails were sent', async () => {
  await queue(times(500, () => draft({ network: 'yesterday' })))
  await db.updateTable('messages').set({ state: 'sent' }).execute()
  await sql`vacuum (analyze) messages`.execute(db)
  await db.deleteFrom('messages').execute()
  await sql`analyze messages`.execute(db)
  await queue(times(6000, at => draft({ network: `n${at % 3000}`, orderId: 100 + at })))
  expect(await take(20)).toHaveLength(20)
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.count<number>('turn').as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(6000)
})

test('the first mail of an order leaves before the hundredth of another of the same network', async () => {
  const holders = (orderId: number) =>
    times(150, () => draft({ network: 'one', orderId, kind: 'ticket.issued' }))
  await queue([draft({ network: 'one', orderId: 1 }), ...holders(1)])
  const [second] = await queue([draft({ network: 'one', orderId: 2 }), ...holders(2)])
  expect((await take(20)).map(({ id }) => id)).toContain(second)
})

test('networks with as many mails each take turns, and every mail leaves once', async () => {
  const drafts = ['a', 'b', 'c'].flatMap(network =>
    times(40, at => draft({ network, orderId: at + 1, recipient: `${network}${at}@example.org` })),
  )
  const ids = await queue(drafts)
  const taken = []
  for (let next = await take(6); next.length > 0; next = await take(6)) {
    expect(next.map(({ recipient }) => recipient[0]).toSorted(byValue)).toEqual([
      'a',
      'a',
      'b',
      'b',
      'c',
      'c',
    ])
    taken.push(...next.map(({ id }) => id))
  }
  expect(taken.sort((one, other) => one - other)).toEqual(ids)
})

test('mails that are tried again leave after a mail that was not tried yet, and notices of an event do not hold up an order', async () => {
  await queue(times(30, at => draft({ network: `n${at}`, orderId: at + 1 })))
  const refused = await take(30)
  await db.updateTable('messages').set({ state: 'queued', turn: null, lease_until: null }).execute()
  expect(refused).toHaveLength(30)
  await queue(
    times(50, () =>
      draft({ kind: 'event.changed', aboutKind: 'event', aboutId: 9, orderId: 0, eventId: 9 }),
    ),
  )
  const [lone] = await queue([draft({ network: 'quiet', orderId: 99 })])
  expect((await take(3)).map(({ id }) => id)).toContain(lone)
})

test('mails queued by a process of an older release take turns by their order', async () => {
  await queue(times(150, () => draft({ orderId: 5 })))
  await queue([draft({ orderId: 6 })])
  await db.updateTable('messages').set({ flow: null, network: null }).execute()
  expect((await take(3)).map(({ order_id: id }) => id)).toContain(6)
})

test('a mail that waits for a later moment gets its turn then, and never more than one', async () => {
  const later = new Date(app.clock.now().getTime() + 60_000)
  await queue([draft({ sendAt: later }), draft({ orderId: 2 })])
  expect(await take(20)).toHaveLength(1)
  expect(await take(20)).toEqual([])
  app.clock.advance(61)
  // The claimed one was left behind by a sender that died.
  expect((await take(20)).map(({ order_id: id }) => id).toSorted(byValue)).toEqual([1, 2])
})
