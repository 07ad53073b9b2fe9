import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { createFollowing, type Follower } from '../../../src/platform/facts/follow.ts'
import { forgetFacts } from '../../../src/platform/facts/jobs.ts'
import { readFacts, readLogState } from '../../../src/platform/facts/lookup.ts'
import { recordAll } from '../../../src/platform/facts/record.ts'
import { createPace } from '../../../src/platform/pace/pace.ts'
import { openTestDatabase } from '../../support/database.ts'
import { movableClock } from '../../support/movable-clock.ts'
import { plantFacts } from '../../support/plant-facts.ts'

const database = await openTestDatabase()
const { db } = database
const start = new Date('2026-11-21T12:00:00Z')
const clock = movableClock(start)
const log = pino({ level: 'silent' })

afterAll(() => database.close())
beforeEach(async () => {
  await db.deleteFrom('facts').execute()
  await db.deleteFrom('followers').execute()
  clock.set(start)
})

function following(...followers: Follower[]) {
  const pace = createPace(() => false, { restMostMs: 0, firstTurnMs: 0 })
  const made = createFollowing({ db, clock, log, pace })
  return { ...made, prepare: () => made.prepare(followers) }
}

/** A follower that collects the orders it is told of, or throws when it should. */
function collector(name: string, { throws = () => false }: { throws?: () => boolean } = {}) {
  const seen: number[] = []
  const follower: Follower = {
    name,
    reads: ['order.created'],
    work: async (_, facts) => {
      if (throws()) throw new Error('It went wrong.')
      seen.push(...facts.map(({ payload }) => Number(payload['order_id'])))
    },
  }
  return { follower, seen }
}

describe('the order of facts', () => {
  const long = process.env['LONG'] !== undefined
  const writers = 50
  const each = long ? 200 : 20

  test('has no gap and keeps each record’s order, whichever transaction commits late or never', async () => {
    const one = collector('one')
    const two = collector('two')
    const first = following(one.follower)
    const second = following(two.follower)
    await first.prepare()
    await second.prepare()
    let committed = 0
    async function write(writer: number) {
      for (let at = 0; at < each / 5; at += 1) {
        const facts = Array.from({ length: 5 }, (_, index) => ({
          name: 'order.created' as const,
          payload: { order_id: writer * 10_000 + at * 5 + index },
        }))
        const isLost = (writer + at) % 3 === 0
        const work = transaction(db, async tx => {
          await recordAll(tx, facts)
          await wait(Math.random() * (long ? 3000 : 5))
          if (isLost) throw new Error('rolled back')
        })
        const [{ status }] = await Promise.allSettled([work])
        if (status === 'fulfilled') committed += facts.length
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, index) => write(index + 1)))
    const writes = { areUnderWay: true }
    const reading = Promise.all(
      [first, second].map(async reader => {
        while (writes.areUnderWay) {
          await reader.catchUp()
          await wait(1)
        }
      }),
    )
    await writing
    writes.areUnderWay = false
    await reading
    await first.catchUp()
    await second.catchUp()
    const facts = await readFacts(db, { after: 0, limit: 100_000 })
    expect(facts.map(({ position }) => position)).toEqual(
      Array.from({ length: committed }, (_, index) => index + 1),
    )
    const ordered = facts.map(({ payload }) => Number(payload['order_id']))
    expect(one.seen).toEqual(ordered)
    expect(two.seen).toEqual(ordered)
    for (let writer = 1; writer <= writers; writer += 1) {
      const own = ordered.filter(id => Math.floor(id / 10_000) === writer)
      expect(own).toEqual([...own].sort((a, b) => a - b))
    }
  })
})

describe('a follower', () => {
  test('that is new begins at the end, also when facts have no position yet', async () => {
    await plantFacts(db, 250)
    const { follower, seen } = collector('late')
    const late = following(follower)
    await late.prepare()
    await late.catchUp()
    expect(seen).toEqual([])
    await plantFacts(db, 2, 900)
    await late.catchUp()
    expect(seen).toEqual([900, 901])
  })

  test('continues where it was, in any process', async () => {
    const before = collector('steady')
    const first = following(before.follower)
    await first.prepare()
    await plantFacts(db, 3)
    await first.catchUp()
    await plantFacts(db, 2, 50)
    const after = collector('steady')
    const second = following(after.follower)
    await second.prepare()
    await second.catchUp()
    expect([before.seen, after.seen]).toEqual([
      [1, 2, 3],
      [50, 51],
    ])
  })

  test('that throws stops alone, loses its writes, and reads the same facts again', async () => {
    let isBroken = true
    const bad = collector('bad', { throws: () => isBroken })
    const good = collector('good')
    const writing: Follower = {
      ...bad.follower,
      work: async (tx, facts) => {
        await sql`insert into jobs (name, max_attempts) values ('of the follower', 1)`.execute(tx)
        await bad.follower.work(tx, facts)
      },
    }
    const both = following(writing, good.follower)
    await both.prepare()
    await plantFacts(db, 3)
    await both.catchUp()
    expect(good.seen).toEqual([1, 2, 3])
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
    const [state] = (await readLogState(db)).followers
    expect(state).toMatchObject({ name: 'bad', behind: 3, failingSince: start, error: 'Error' })
    isBroken = false
    await both.catchUp()
    expect(bad.seen).toEqual([])
    clock.advance(2)
    await both.catchUp()
    expect(bad.seen).toEqual([1, 2, 3])
    expect((await readLogState(db)).followers[0]).toMatchObject({ behind: 0, failingSince: null })
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    await db.deleteFrom('jobs').execute()
  })
})

test('facts are deleted after FACTS_DAYS, and never before every follower has read them', async () => {
  const { follower } = collector('slow', { throws: () => true })
  const slow = following(follower)
  await slow.prepare()
  await plantFacts(db, 3)
  await slow.catchUp()
  await sql`update facts set at = ${start}`.execute(db)
  const forget = () => forgetFacts({ db, clock, config: { factsDays: 90 } })
  const left = async () => (await readFacts(db, { after: 0, limit: 10 })).length
  clock.advance(91 * 86_400)
  await forget()
  expect(await left()).toBe(3)
  await sql`update followers set position = 2 where name = 'slow'`.execute(db)
  await forget()
  expect(await left()).toBe(1)
})

test('facts are forgotten from the oldest on, without a hole before one that was committed late', async () => {
  await following().prepare()
  await plantFacts(db, 4)
  await following().catchUp()
  const old = new Date(start.getTime() - 91 * 86_400_000)
  // The third was written before the second and committed after it.
  await sql`update facts set at = ${old} where position in (1, 3)`.execute(db)
  await forgetFacts({ db, clock, config: { factsDays: 90 } })
  const kept = await readFacts(db, { after: 0, limit: 10 })
  expect(kept.map(({ position }) => position)).toEqual([2, 3, 4])
})
