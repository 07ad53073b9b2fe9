import { afterAll, expect, test } from 'vitest'
import { reportAudit } from '../../src/cli/audit.ts'
import { erasePerson, exportPerson } from '../../src/cli/person.ts'
import { writeBooks } from '../../src/shop/books/write-books.ts'
import { openTestDatabase } from '../support/database.ts'
import { openApp } from '../support/start-app.ts'
import { moveSample } from './moved.ts'

// What happens with records of the sample once they are here.
const database = await openTestDatabase()
const { db, pool } = database
const app = await openApp(database, { SITE_TIMEZONE: 'Europe/London', SITE_CURRENCY: 'GBP' })
afterAll(() => app.close())

const rows = async (query: string) => (await pool.query(query)).rows
const pace = { turn: <T>(work: () => Promise<T>) => work(), isClosed: () => false }

test('orders that come are in the books, also when the books have passed their times', async () => {
  await pool.query(
    "insert into book_positions (name, looked_until) values ('orders', clock_timestamp())",
  )
  await moveSample(database)
  await writeBooks(db, pace)
  const booked = await rows('select order_id as id from booked_orders order by 1')
  expect(booked.map(({ id }) => id)).toEqual([501, 503, 506, 509, 511, 513, 515])
  expect(await rows('select sum(amount_minor)::int as total from payments')).toEqual([
    { total: 2295 + 1480 + 900 + 1100 + 900 },
  ])
  await reportAudit(db)
})

test('a coupon gets its use back when an order that came is refunded here', async () => {
  const used = async () => (await rows('select used from coupons where id = 9'))[0].used
  expect(await used()).toBe(1)
  const { status } = await app.tickets('POST', '/orders/503/refunds', {
    as: 'administrator',
    body: { whole: true, method: 'by_hand', reason: 'Ill' },
  })
  expect(status).toBe(201)
  expect(await used()).toBe(0)
})

test('erasing a person empties what the report says of the records that came', async () => {
  const [{ email }] = await rows('select purchaser_email as email from orders where id = 506')
  const before = await exportPerson(db, email)
  expect(before.import_losses.map(({ reason }) => reason)).toEqual([
    'Its answers have no place here: enw: Person Un; maint: Mawr.',
    'Its answers have no place here: enw: Person Dau; maint: Bach & canolig.',
  ])
  expect((await erasePerson(db, email)).import_losses).toBe(2)
  const left = await rows('select reason from import_losses where old_id in (507, 508)')
  expect(left).toEqual([
    { reason: 'What was written here was erased with the person.' },
    { reason: 'What was written here was erased with the person.' },
  ])
  expect((await exportPerson(db, email)).import_losses).toEqual([])
})
