import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { afterCommit, transaction } from '../../../src/platform/db/transaction.ts'
import { isValueRefused, violatedConstraint } from '../../../src/platform/db/violations.ts'
import { hasOnce, openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { db } = database

await sql`create table boxes (
  id int primary key,
  n int not null default 0 constraint boxes_hold_something check (n >= 0)
)`.execute(db)

const boxes = async () =>
  (await sql<{ id: number; n: number }>`select id, n from boxes order by id`.execute(db)).rows
const put = (id: number, n = 0) => sql`insert into boxes values (${id}, ${n})`

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

beforeEach(async () => {
  await sql`truncate boxes`.execute(db)
})
afterAll(() => database.close())

describe('values in statements', () => {
  const roundTrip = async (value: unknown, type: string) => {
    const query = sql<{ value: unknown }>`select ${value}::${sql.raw(type)} as value`
    return (await query.execute(db)).rows[0]?.value
  }

  test.each([
    ['bigint', 9_007_199_254_740_991],
    ['int', -5],
    ['numeric', '12345678901234567890.123'],
    ['text', 'Zürich ☂ 東京 \' " \\ $1'],
    ['boolean', true],
    ['date', '2026-02-28'],
    ['timestamp', '2026-03-29 02:30:00'],
    ['uuid', '2b1f0a3c-9a8e-4c55-9d0c-0f5d3a1c9b7e'],
    ['bigint[]', [1, 9_007_199_254_740_991]],
    ['text[]', ['a', 'b c', '"', '\\', 'null']],
    ['date[]', ['2026-02-28']],
    ['timestamp[]', ['2026-03-29 02:30:00']],
    ['float8', 0.1],
    ['jsonb', { a: [1, null, 'x'] }],
    ['text', null],
  ])('keep %s unchanged', async (type, value) => {
    expect(await roundTrip(value, type)).toEqual(value)
  })

  test('keep an instant unchanged, whatever the zone of the process', async () => {
    const instant = new Date('2026-07-01T10:20:30.456Z')
    expect(await roundTrip(instant, 'timestamptz')).toEqual(instant)
    const { rows } = await sql`select ${instant}::timestamptz::text as text`.execute(db)
    expect(rows).toEqual([{ text: '2026-07-01 10:20:30.456+00' }])
  })

  test.each([
    ['2026-07-01 10:20:30+00', '2026-07-01T10:20:30.000Z'],
    ['2026-07-01 10:20:30.123999+00', '2026-07-01T10:20:30.123Z'],
    ['2026-07-01 12:20:30.5+02', '2026-07-01T10:20:30.500Z'],
    ['0099-12-31 23:59:59+00', '0099-12-31T23:59:59.000Z'],
    ['12026-01-02 03:04:05+00', '+012026-01-02T03:04:05.000Z'],
    ['0001-01-01 00:00:00+00 BC', '0000-01-01T00:00:00.000Z'],
  ])('read the instant %s as %s', async (stored, instant) => {
    const { rows } = await sql<{ at: Date }>`select ${stored}::timestamptz as at`.execute(db)
    expect(rows[0]?.at.toISOString()).toBe(instant)
  })

  test('keep bytes unchanged, also many of them', async () => {
    const bytes = Buffer.alloc(5_000_000, 'abc\0')
    expect(bytes.equals((await roundTrip(bytes, 'bytea')) as Buffer)).toBe(true)
  })

  test('fail when a whole number is too large to be exact, and are not rounded', async () => {
    await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(/safe integers/)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('fail in a recognisable way when a text has a NUL byte', async () => {
    const error = await sql`select ${'a\0b'}::text`.execute(db).catch((caught: unknown) => caught)
    expect(isValueRefused(error)).toBe(true)
  })
})

describe('statements', () => {
  test('leave the connection usable when one fails, and name the constraint', async () => {
    await put(1).execute(db)
    for (let n = 0; n < 5; n += 1) {
      const twice = await put(1)
        .execute(db)
        .catch((caught: unknown) => caught)
      expect(violatedConstraint(twice)).toBe('boxes_pkey')
    }
    const negative = await put(2, -1)
      .execute(db)
      .catch((caught: unknown) => caught)
    expect(violatedConstraint(negative)).toBe('boxes_hold_something')
    expect(await boxes()).toEqual([{ id: 1, n: 0 }])
  })

  test('are prepared when they are used often', async () => {
    await transaction(db, async tx => {
      for (let n = 0; n < 3; n += 1) await sql`select ${n}::int as often_used`.execute(tx)
      const { rows } = await sql`
        select from pg_prepared_statements where statement like '%as often_used' limit 9`.execute(
        tx,
      )
      expect(rows).toHaveLength(1)
    })
  })

  test('wait for each other when many are sent at once, and do not fail', async () => {
    const writes = Array.from({ length: 300 }, (_, id) => put(id).execute(db))
    await Promise.all(writes)
    expect(await boxes()).toHaveLength(300)
  })
})

describe('a transaction', () => {
  test('rolls back when its work throws, and rethrows that error', async () => {
    const failing = transaction(db, async tx => {
      await put(1).execute(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await boxes()).toEqual([])
  })

  test('does not count as committed when a failed statement was ignored', async () => {
    const swallowing = transaction(db, async tx => {
      await put(1).execute(tx)
      await put(1)
        .execute(tx)
        .catch(() => {})
    })
    await expect(swallowing).rejects.toThrow(/rolled back/)
    expect(await boxes()).toEqual([])
  })

  test.runIf(hasOnce)('refuses the outer database handle at once', async () => {
    const leaking = transaction(db, () => boxes())
    await expect(leaking).rejects.toThrow(/use its tx/)
    const nested = transaction(db, () => transaction(db, async () => {}))
    await expect(nested).rejects.toThrow(/use its tx/)
  })

  test('is joined by a function that opens one itself, when it is given the tx', async () => {
    const failing = transaction(db, async tx => {
      await transaction(tx, inner => put(1).execute(inner))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await boxes()).toEqual([])
  })

  test.runIf(hasOnce)(
    'allows the outer database handle again to work that outlives it',
    async () => {
      const over = deferred()
      let late: Promise<unknown> = Promise.resolve()
      await transaction(db, async () => {
        late = over.promise.then(boxes)
      })
      over.resolve()
      expect(await late).toEqual([])
    },
  )

  test('calls back after its commit, and not after a rollback', async () => {
    const calls: string[] = []
    await transaction(db, async tx => {
      await put(1).execute(tx)
      afterCommit(tx, () => calls.push('committed'))
      expect(calls).toEqual([])
    })
    const failing = transaction(db, async tx => {
      afterCommit(tx, () => calls.push('never'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    afterCommit(db, () => calls.push('at once'))
    expect(calls).toEqual(['committed', 'at once'])
  })

  test('is not joined by unrelated work at the same time', async () => {
    const inside = deferred()
    const done = deferred()
    const open = transaction(db, async tx => {
      await put(1).execute(tx)
      inside.resolve()
      await done.promise
      throw new Error('no')
    }).catch(() => {})
    await inside.promise
    const beside = put(2).execute(db)
    done.resolve()
    await Promise.all([open, beside])
    expect(await boxes()).toEqual([{ id: 2, n: 0 }])
  })
})

describe('statements of a transaction that are sent at once', () => {
  const count = sql<{ n: number }>`select count(*)::int as n from boxes`

  test('run in the order in which they were sent', async () => {
    const counts = await transaction(db, async tx => {
      const answers = await Promise.all([
        count.execute(tx),
        put(1).execute(tx),
        count.execute(tx),
        tx.insertInto('facts').values({ name: 'box', payload: '{}' }).execute(),
        put(2).execute(tx),
        count.execute(tx),
      ])
      await sql`delete from facts where name = 'box'`.execute(tx)
      return [0, 2, 5].map(at => (answers[at] as { rows: { n: number }[] }).rows[0]?.n)
    })
    expect(counts).toEqual([0, 1, 2])
  })

  test('fail with the first error, and change nothing', async () => {
    const failing = transaction(db, tx =>
      Promise.all([put(1).execute(tx), put(2, -1).execute(tx), count.execute(tx)]),
    )
    const error = await failing.catch((reason: unknown) => reason)
    expect(violatedConstraint(error)).toBe('boxes_hold_something')
    expect(await boxes()).toEqual([])
    await transaction(db, tx => Promise.all([put(1).execute(tx), put(2).execute(tx)]))
    expect(await boxes()).toHaveLength(2)
  })
})

test('statements sent behind a failed one fail with its error', async () => {
  await put(1).execute(db)
  const errors: unknown[] = []
  const work = transaction(db, async tx => {
    const sent = [put(1), put(2), put(3)].map(statement => statement.execute(tx))
    for (const { reason } of (await Promise.allSettled(sent)) as PromiseRejectedResult[]) {
      errors.push(violatedConstraint(reason))
    }
    await sent[1]
  })
  await expect(work).rejects.toThrow('boxes_pkey')
  expect(errors).toEqual(['boxes_pkey', 'boxes_pkey', 'boxes_pkey'])
  await transaction(db, tx => put(2).execute(tx))
  expect(await boxes()).toHaveLength(2)
})
