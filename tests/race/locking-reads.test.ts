import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { OpenDatabase, Tx } from '../../src/platform/db/database.ts'
import { lockingStatements } from '../architecture/locking-statements.ts'
import { onPostgres, openTestDatabase } from '../support/database.ts'
import { behindWriter, type Planner, planned, planners } from './behind-writer.ts'
import { cases } from './locking-cases.ts'
import type { RowNames } from './locking-kinds.ts'
import { lockJoined } from './lossy-lock.ts'

const root = path.resolve(import.meta.dirname, '../..')
const isLong = process.env['LONG'] !== undefined
const ways = Object.keys(planners) as Planner[]

/** Statements that lose nothing to a concurrent writer, and why. */
const withoutCase: Record<string, string> = {
  'shop/questions/store.ts#lockQuestions':
    'a question never changes its event; of two that are added at once both count, and the limit may be passed by one',
  'shop/questions/store.ts#placeQuestions':
    'writes rows by their keys that lockQuestions has locked',
  'shop/questions/store.answers.ts#writeAnswers':
    'writes answers by their keys under the lock of their order; of a place without one the last writer stays',
  'shop/questions/store.ts#updateQuestion': 'writes a row by its key that lockQuestions has locked',
  'shop/questions/store.answers.ts#bindAnswers':
    'takes each waiting answer once: who comes second finds it gone, and a complete order never loses its cart before',
  'shop/questions/store.answers.ts#deleteAnswersOf':
    'runs under the locks of the orders, which no cart of theirs leaves',
  'importing/attendees/store.ts#giveKeys':
    'writes and deletes rows that claimKeys made in the same transaction',
  'importing/attendees/store.ts#rememberMapping':
    'at worst one remembered mapping more stays until the next list',
  'importing/moving/store.parts.ts#recountTerms': 'locks the table of terms first',
  'importing/moving/store.orders.ts#writeLines':
    'orders were written by the same transaction, which therefore holds them; their lines are written behind that alone',
  'importing/moving/store.stock.ts#lockEvents': 'finds the events by the ids that it was given',
  'ticketing/inventory/store.brought.ts#lockPoolsOfEvents': 'a pool never changes its event',
  'ticketing/inventory/store.brought.ts#setOwnPool':
    'the pools of the event were locked by the same transaction before',
  'ticketing/inventory/store.brought.ts#sumShared':
    'the pools of the events were locked by the same transaction before',
  'ticketing/inventory/store.brought.ts#addPlaces':
    'the pools of the events were locked by the same transaction before',
  'importing/moving/store.stock.ts#count':
    'the pools of the events were locked by the same transaction before',
  'importing/moving/store.stock.ts#summarise':
    'the events were locked by the same transaction before',
  'catalogue/addresses/store.ts#deleteOldest':
    'runs under the lock of the record that is renamed; at worst one old address more stays until the next rename',
  'shop/cart/store.ts#renameCart':
    'writes one row by its key; who comes second finds no such cart, and its request is compared with the secret again',
  'shop/handovers/store.ts#deleteExpiredHandovers':
    'passes over what others hold; an expired one is never taken, and the next choice deletes it',
  'ticketing/attendees/store.ts#deleteFormerCodes':
    'the next round deletes what this one missed, and a former code is never changed',
  'ticketing/door/store.devices.ts#lockDevices':
    'locks rows by their keys, which never change; who comes second waits, and then reads the last number anew',
  'ticketing/door/store.devices.ts#noteSightings': 'writes rows that lockDevices has locked',
  'ticketing/door/store.scans.ts#writeMerged': 'writes rows of attendees that are locked',
  'ticketing/checkin/store.ts#writeConflicts': 'writes rows of attendees that are locked',
  'ticketing/attendees/store.door.ts#rewriteInside': 'writes attendees that are locked',
  'messaging/outbox/store.readdress.ts#changeRecipients':
    'a mail that is sent meanwhile has left to the former address, and staff send it again',
  'ticketing/attendees/store.holders.ts#lockHolders':
    'runs under the lock of the order, without which no place of it is made or given back',
  'ticketing/attendees/store.holders.ts#writeHolders':
    'writes rows by their keys that lockHolders has locked',
  'importing/runs/store.ts#forgetLosses': 'the next round deletes what this one missed',
  'messaging/notices/store.ts#takeDueNotice': 'takes one row, and passes over what others hold',
  'messaging/outbox/store.turns.ts#claimDue':
    'passes over what others hold; the next round claims it',
  'messaging/outbox/store.sender.ts#keepSender':
    'a message that another process took meanwhile is left to it',
  'messaging/outbox/store.ts#deleteCaptures': 'the next round deletes what this one missed',
  'organising/runs/record/store.ts#lockRun': 'locks one row by its key',
  'organising/runs/record/store.ts#hurryItems':
    'runs under the lock of the run, without which no item is taken',
  'organising/runs/choices/store.ts#keepChoice':
    'writes two rows by their keys, and the first only where it still waits once it is locked',
  'organising/runs/choices/store.ts#lockWaiting':
    'runs under the lock of the run, without which no item begins or ends to wait; a choice that is kept changes no item otherwise',
  'organising/runs/choices/store.ts#putChosenByHand': 'writes items that lockWaiting has locked',
  'organising/runs/record/store.ts#takeItem':
    'runs under the lock of the run, without which no item is taken; an item that ended meanwhile is not given back',
  'shop/box-office/store.ts#lockOpenTills':
    'locks rows by their keys, and decides by what they are once they are locked',
  'shop/box-office/store.ts#closeTillRow':
    'writes one row by its key, which the same transaction has locked',
  'shop/orders/record/store.shorten.ts#shortenLines':
    'writes the lines and sums of one order, under its lock',
  'organising/views/store.ts#countViews': 'locks one row by its key',
  'shop/orders/settling/store.ts#storeDeadline':
    'writes one row by its key, under the lock of its order',
  'platform/facts/store.ts#deleteFacts': 'the next round deletes what this one missed',
  'platform/facts/store.ts#demandSequencer': 'locks one row by its key',
  'platform/facts/store.ts#lockPosition': 'locks one row by its key, or passes over it',
  'platform/facts/store.ts#placeFacts':
    'runs under the lock of the sequencer, and facts are never rewritten',
}

test('every statement that locks rows, or writes rows found by others, has its case in this test', () => {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => `src/${file}`)
  const found = sources.flatMap(file => lockingStatements(root, file)).map(({ name }) => name)
  expect([...Object.keys(cases), ...Object.keys(withoutCase)].toSorted()).toEqual(found.toSorted())
})

describe.runIf(onPostgres)('behind a concurrent writer (needs a server)', async () => {
  if (!onPostgres) return
  const database = await openTestDatabase()
  const { db } = database
  afterAll(() => database.close())

  const table = Object.entries(cases).map(([name, one], at) => ({ name, one, at }))
  const all = (kind: string) => table.filter(({ one }) => one.kind === kind)
  /** Plans as the sale uses them, and one other kind; the long run has all kinds. */
  const waysOf = (at: number) =>
    isLong ? ways : new Set<Planner>(['a batch of a sale', ways[at % ways.length]!])

  test.each(all('locks'))(
    'the statement $name locks every row that it names',
    async ({ one, at }) => {
      for (const way of waysOf(at)) {
        const { run, ...named } = await one.arrange(db)
        await behindWriter(database, touching(named), () =>
          planned(db, way, async tx => {
            const seen = await run(tx)
            if (seen) expect([way, seen.map(idOf)]).toEqual([way, named.ids])
            expect([way, await stillFree(database.pool, named)]).toEqual([way, []])
          }),
        )
      }
    },
  )

  test.each(all('writes'))(
    'the statement $name writes every row that it names',
    async ({ one, at }) => {
      for (const way of waysOf(at)) {
        const { run, ...named } = await one.arrange(db)
        await behindWriter(database, touching(named), () =>
          planned(db, way, async tx => {
            await run(tx)
            expect([way, await unwritten(tx, named)]).toEqual([way, []])
          }),
        )
      }
    },
  )

  test.each(all('passes over'))(
    'the statement $name takes the rows that nobody has locked, and the others once they are unlocked',
    async ({ one, at }) => {
      for (const way of waysOf(at)) {
        const { run, ...named } = await one.arrange(db)
        const [taken, left] = [new Set(named.ids.slice(0, 2)), new Set(named.ids.slice(2))]
        const take = () =>
          planned(db, way, async tx => {
            const rows = (await run(tx)) ?? []
            // Other rows of this file may be in the result.
            return rows.map(idOf).filter(id => named.ids.includes(id))
          })
        const client = await database.pool.connect()
        await client.query('begin')
        await client.query(touching({ ...named, ids: [...taken] }))
        expect([way, new Set(await take())]).toEqual([way, left])
        await client.query('commit')
        client.release()
        expect([way, await take()]).toEqual([way, expect.arrayContaining([...taken])])
      }
    },
  )

  test('a locking read with a join loses rows, so these tests can fail', async () => {
    const one = cases['ticketing/inventory/store.ts#lockPools']!
    const lossy: Planner[] = []
    for (const way of ways) {
      const { run: _, ...named } = await one.arrange(db)
      const pools = await db
        .selectFrom('pools')
        .select('event_id')
        .distinct()
        .where('id', '=', sql<number>`any(${named.ids})`)
        .execute()
      const eventIds = pools.map(({ event_id }) => event_id)
      const seen = await behindWriter(database, touching(named), () =>
        planned(db, way, tx => lockJoined(tx, { eventIds })),
      )
      if (seen.length < named.ids.length) lossy.push(way)
    }
    expect(lossy).toEqual(ways)
  })
})

const idOf = (row: number | { id: number }) => (typeof row === 'number' ? row : row.id)

const listed = ({ ids }: RowNames) => ids.map(id => `'${id}'`).join()

/** A write by another transaction to the wanted rows; even the weakest lock has to wait for it. */
const touching = (named: RowNames) => {
  const { table, column = 'id' } = named
  const these = `where ${column} in (${listed(named)})`
  return `select from ${table} ${these} for update; update ${table} set ${column} = ${column} ${these}`
}

/** The named rows that another connection can still lock. */
async function stillFree(pool: OpenDatabase['pool'], { table, ids, column = 'id' }: RowNames) {
  const where = `where ${column} = any($1) for update skip locked`
  const { rows } = await pool.query(`select ${column} as id from ${table} ${where}`, [ids])
  return rows
}

/** The named rows that this transaction has not written. */
async function unwritten(tx: Tx, { table, ids, column = 'id' }: RowNames) {
  const { rows } = await sql`
    select ${sql.ref(column)} as id from ${sql.ref(table)}
    where ${sql.ref(column)} = any(${ids}) and xmin <> pg_current_xact_id()::xid
  `.execute(tx)
  return rows
}
