import { afterEach, describe, expect, test } from 'vitest'
import { reportAudit } from '../../src/cli/audit.ts'
import type { Report } from '../../src/importing/moving/report.ts'
import { readDump } from '../../src/importing/sources/dump.ts'
import type { OpenDatabase } from '../../src/platform/db/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { fixture, move, moveChanged, moveSample } from './moved.ts'

const opened: OpenDatabase[] = []
afterEach(() => Promise.all(opened.splice(0).map(database => database.close())))

async function emptyDatabase(): Promise<OpenDatabase> {
  const database = await openTestDatabase()
  opened.push(database)
  return database
}

/** Columns that say when a run was. */
const ofTheRun: Record<string, string> = {
  import_sources: '{created_at}',
  // Random.
  attendees: '{security_code}',
  door_codes: '{code}',
  scanner_keys: '{created_at}',
  site_settings: '{updated_at}',
  old_addresses: '{left_at}',
}

/** Every row that an import writes, without what tells one run from another. */
async function contents({ pool }: OpenDatabase): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('schema_migrations', 'import_runs', 'import_losses') order by 1`,
  )
  for (const { name } of tables.rows) {
    const left = ofTheRun[name] ?? '{}'
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [left],
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** The counts of a report that are not zero and not only reading: `event changed 1`. */
const told = ({ counts }: Report) =>
  Object.entries(counts).flatMap(([kind, own]) =>
    Object.entries(own).flatMap(([what, count]) =>
      count > 0 && kind !== 'image' && what !== 'read' && what !== 'same'
        ? [`${kind} ${what} ${count}`]
        : [],
    ),
  )

test('a dry run writes nothing and reports what the run reports', async () => {
  const database = await emptyDatabase()
  const before = await contents(database)
  const dry = await moveSample(database, { dryRun: true })
  expect(await contents(database)).toEqual(before)
  const { dryRun: _, ...real } = await moveSample(database)
  const { dryRun: __, ...planned } = dry
  expect(planned).toEqual(real)
})

test('a second run writes nothing', async () => {
  const database = await emptyDatabase()
  await moveSample(database)
  const before = await contents(database)
  const report = await moveSample(database)
  expect(told(report)).toEqual([])
  expect(await contents(database)).toEqual(before)
})

describe('after changes in the source', () => {
  const title = ["'Gŵyl yr Afon'", "'Gŵyl y Môr'"] as const
  const arrival = [
    "(7375,506,'_tec_tc_order_total_value'",
    "(7599,505,'_tec_tickets_commerce_checked_in','1'),\n(7375,506,'_tec_tc_order_total_value'",
  ] as const
  const price = [
    "(7220,455,'_tribe_ticket_capacity','60')",
    "(7220,455,'_tribe_ticket_capacity','70')",
  ] as const

  test('a run writes exactly those records, and all sums stay right', async () => {
    const database = await emptyDatabase()
    await moveSample(database)
    const report = await moveChanged(database, [title, arrival, price])
    expect(told(report)).toEqual(['event changed 1', 'ticket changed 1', 'attendee changed 1'])
    const { rows } = await database.pool.query(
      `select (select title from events where id = 377), (select checked_in_at is not null from attendees where id = 505) as inside,
        (select checked_in_count from tickets where id = 452) as count,
        (select capacity from pools p join tickets t on t.pool_id = p.id where t.id = 455)`,
    )
    expect(rows).toEqual([{ title: 'Gŵyl y Môr', inside: true, count: 2, capacity: 70 }])
    await reportAudit(database.db)
    expect(told(await moveChanged(database, [title, arrival, price]))).toEqual([])
  })

  test('records that were changed here too stay as they are here and are named', async () => {
    const database = await emptyDatabase()
    await moveSample(database)
    await database.pool.query(`update events set title = 'Ours' where id = 377`)
    const report = await moveChanged(database, [title, price])
    expect(told(report)).toEqual(['event kept 1', 'ticket changed 1'])
    expect(report.losses.filter(({ oldId }) => oldId === 377)).toEqual([
      {
        kind: 'event',
        oldId: 377,
        reason: 'It was changed here since and in the source too: ours stays.',
      },
    ])
    const { rows } = await database.pool.query('select title from events where id = 377')
    expect(rows).toEqual([{ title: 'Ours' }])
  })
})

test.each([1, 2, 5, 9, 14])(
  'a run that ended after %i batches goes on, and the end is that of an undisturbed one',
  async batches => {
    const [whole, broken] = await Promise.all([emptyDatabase(), emptyDatabase()])
    await moveSample(whole)
    const site = await readDump(fixture('sample.sql.gz'))
    let left = batches
    const db = new Proxy(broken.db, {
      get(target, name) {
        if (name === 'transaction' && (left -= 1) < 0) throw new Error('The process was killed.')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(move({ db }, site)).rejects.toThrow('The process was killed.')
    await moveSample(broken)
    await reportAudit(broken.db)
    expect(await contents(broken)).toEqual(await contents(whole))
  },
)

describe('ids that are taken here', () => {
  const plant = (database: OpenDatabase) =>
    database.pool.query(
      `insert into venues (id, status, name, slug) values (402, 'publish', 'Hall', 'hall'); select setval('record_ids', 402)`,
    )

  test('refuse the run, which names them, and nothing is written', async () => {
    const database = await emptyDatabase()
    await plant(database)
    await expect(moveSample(database)).rejects.toThrow(
      /1 records of the site have ids .*: 402\. .*--renumber/,
    )
    const { rows } = await database.pool.query('select count(*)::int as events from events')
    expect(rows).toEqual([{ events: 0 }])
  })

  test('are passed by --renumber, and later runs find the same records', async () => {
    const database = await emptyDatabase()
    await plant(database)
    await moveSample(database, { renumber: true })
    const { rows } = await database.pool.query(
      `select e.id, e.title, v.name from events e join venues v on v.id = e.venue_id where title like 'Telyn%'`,
    )
    expect(rows).toEqual([{ id: 804, title: 'Telyn & Llais: Tair Cân', name: 'Tŷ’r Felin “Fawr”' }])
    await reportAudit(database.db)
    expect(told(await moveSample(database))).toEqual([])
  })
})

test('another currency is refused before anything is written', async () => {
  const database = await emptyDatabase()
  const change = [
    '\\"tickets-commerce-currency-code\\";s:3:\\"GBP\\"',
    '\\"tickets-commerce-currency-code\\";s:3:\\"EUR\\"',
  ] as const
  await expect(moveChanged(database, [change])).rejects.toThrow(/sells in EUR .* SITE_CURRENCY=EUR/)
  const { rows } = await database.pool.query('select count(*)::int as sources from import_sources')
  expect(rows).toEqual([{ sources: 0 }])
})

test('more places sold than there were become the capacity, and the sale is closed', async () => {
  const database = await emptyDatabase()
  const full = [
    "(7175,452,'_stock','39'),\n(7176,452,'_tribe_ticket_capacity','40')",
    "(7175,452,'_stock','39'),\n(7176,452,'_tribe_ticket_capacity','1')",
  ] as const
  const report = await moveChanged(database, [full])
  expect(report.losses.filter(({ oldId }) => oldId === 452).map(({ reason }) => reason)).toEqual([
    '2 were sold of 1: its capacity is 2 now and its sale is closed.',
  ])
  const { rows } = await database.pool.query(
    `select p.capacity, p.sold, t.sale_ends_at from tickets t join pools p on p.id = t.pool_id where t.id = 452`,
  )
  expect(rows).toEqual([{ capacity: 2, sold: 2, sale_ends_at: new Date('2026-10-13T17:53:26Z') }])
  await reportAudit(database.db)
})
