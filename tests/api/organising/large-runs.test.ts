// What the database reads for one item or one page of a run of thousands: the same as of a small one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeItem } from '../../../src/organising/runs/record/store.ts'
import { sentBy } from '../../support/count-statements.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const count = 4000
const event = await eventOnSale(app)
const { userId } = await app.makePerson('administrator')

/** A run of which so many are done, and so many wait until tomorrow for what their buyers choose. */
async function aLargeRun({ done, asked }: { done: number; asked: number }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with planned as (
      insert into plans (kind, user_id, event_id, wish, basis, summary, created_at, expires_at)
      values ('refunds', ${userId}, ${event}, '{}', '', '{"sums": [], "warnings": []}', ${app.clock.now()}, ${inHours(1)})
      returning id
    ), begun as (
      insert into runs (kind, plan_id, user_id, credential, event_id, wish, created_at)
      select 'refunds', id, ${userId}, '', ${event}, '{}', ${app.clock.now()} from planned returning id, plan_id
    ), planned_rows as (
      insert into plan_rows (plan_id, n, subject_id, action) select plan_id, n, n, 'do' from begun, generate_series(1, ${count}) n
    )
    insert into run_items (run_id, n, subject_id, state, reason, due_at)
    select id, n, n, case when n <= ${done} then 'done' else 'waiting' end,
      case when n > ${done} and n <= ${done + asked} then 'asked' end,
      case when n > ${done} and n <= ${done + asked} then ${inHours(24)}::timestamptz end
    from begun, generate_series(1, ${count}) n returning run_id as id
  `.execute(app.db)
  await sql`analyze run_items`.execute(app.db)
  return rows[0]?.id ?? 0
}

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)

type Plan = { [name: string]: unknown; Plans?: Plan[] }

/** The rows that a plan reads of tables, those that it drops included. */
function readBy({ Plans = [], ...step }: Plan): number {
  const [rows, dropped, loops] = ['Actual Rows', 'Rows Removed by Filter', 'Actual Loops'].map(
    name => Number(step[name] ?? 0),
  )
  const own = step['Relation Name'] ? ((rows ?? 0) + (dropped ?? 0)) * (loops ?? 1) : 0
  return own + Plans.reduce((sum, part) => sum + readBy(part), 0)
}

async function readFor(act: () => Promise<unknown>, pattern: RegExp): Promise<number> {
  const sent = (await sentBy(app, act)).filter(({ text }) => pattern.test(text))
  expect(sent.length).toBeGreaterThan(0)
  let most = 0
  for (const { text, values } of sent) {
    const { rows } = await app.database.pool.query(`explain (analyze, format json) ${text}`, values)
    most = Math.max(most, readBy(rows[0]['QUERY PLAN'][0].Plan))
  }
  return most
}

test.each([
  ['most of it is done', { done: 3900, asked: 0 }],
  ['most of it waits for buyers', { done: 0, asked: 3900 }],
])('the next item of a large run is found at once when %s', async (_, state) => {
  const run = await aLargeRun(state)
  const taking = {
    lease: '00000000-0000-4000-8000-000000000001',
    now: app.clock.now(),
    until: inHours(1),
    onlyBegun: false,
  }
  const read = await readFor(async () => {
    const item = await app.db
      .transaction()
      .execute(tx => takeItem(tx, { id: run, rests_after: null }, taking))
    expect(item?.n).toBe(state.done + state.asked + 1)
  }, /^\s*with next/)
  expect(read).toBeLessThan(20)
})

test('the last page of the items of a large run is read as the first one', async () => {
  const run = await aLargeRun({ done: 2000, asked: 0 })
  for (const after of [0, count - 60]) {
    const read = await readFor(async () => {
      const { status, json } = await app.admin('GET', `/runs/${run}/items`, {
        as: 'administrator',
        query: { after, limit: 50 },
      })
      expect([status, json.items.length]).toEqual([200, 50])
    }, /from "run_items"/)
    expect(read).toBeLessThan(150)
  }
})
