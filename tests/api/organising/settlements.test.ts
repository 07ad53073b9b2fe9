import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bookNow } from '../../support/books-check.ts'
import { refund } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { bytesOf } from '../../support/read-export.ts'

const paid = await startPaidApp()
const { app, card, cardMessages } = paid
const staff = { as: 'administrator' } as const

const settle = (event: number, body: object = {}, as: object = staff) =>
  app.admin('POST', `/events/${event}/settlements`, { ...as, body })

/** Money of an evening that is all in the books: three places sold, one given back in cash, a goodwill by card. */
async function anEvening() {
  const bought = await aPaidOrder(paid, { quantity: 3, priceMinor: 3000 })
  await refund(app, bought.id, { lines: [{ id: bought.line, quantity: 1 }], method: 'cash' })
  await refund(app, bought.id, { amount: '4.00' })
  await bookNow(app.db)
  return bought
}

describe('a settlement', () => {
  test('adds the books up, takes costs off the share, and its control is zero', async () => {
    const { eventId } = await anEvening()
    const costs = [{ text: 'Piano tuner', amount: '6.00' }]
    const { status, json } = await settle(eventId, { share_percent: '70', costs })
    expect(status).toBe(201)
    expect(json).toMatchObject({ number: 1, event: eventId, title: 'An evening' })
    expect(json.control).toMatchObject({ orders: 1, asked: 1, unasked: 0, differences: [] })
    expect(json.groups).toMatchObject([
      {
        currency: 'USD',
        simulated: false,
        tickets: [
          { name: 'Seat', sales: '90.00', fees: '0.00', returns: '-30.00' },
          { name: 'Without a ticket', sales: '0.00', fees: '0.00', returns: '-4.00' },
        ],
        sums: { sales: '90.00', returns: '-34.00', charged: '56.00', paid: '56.00', open: '0.00' },
        methods: [
          { method: 'card', paid: '86.00' },
          { method: 'cash', paid: '-30.00' },
        ],
        costs: [{ text: 'Piano tuner', amount: '-6.00' }],
        pay_out: { share: '39.20', costs: '-6.00', to_pay_out: '33.20' },
        since_last: null,
      },
    ])
    expect(JSON.stringify(json)).not.toMatch(/Ada|Lovelace|example\.org/)
  })

  test('has its costs and a fixed share also where nothing was sold', async () => {
    const { eventId } = await ticketOnSale(app)
    const costs = [{ text: 'Hall', amount: '20.00' }]
    const { status, json } = await settle(eventId, { share: '50.00', costs })
    expect(status).toBe(201)
    expect(json.groups).toMatchObject([
      {
        currency: 'USD',
        tickets: [],
        costs: [{ text: 'Hall', amount: '-20.00' }],
        pay_out: { share: '50.00', costs: '-20.00', to_pay_out: '30.00' },
      },
    ])
    const { text } = await app.admin('GET', `/settlements/${json.id}.csv`, staff)
    expect(text).toContain('pay-out,less Hall,USD,-20.00')
    expect((await settle(eventId)).json.groups).toEqual([])
  })

  test('never changes; what happens later is in the next one, with the difference', async () => {
    const { eventId, id } = await anEvening()
    const first = (await settle(eventId)).json
    await refund(app, id, { amount: '5.00' })
    const second = (await settle(eventId)).json
    expect(second).toMatchObject({
      number: 2,
      groups: [
        {
          pay_out: { to_pay_out: '51.00' },
          since_last: { charged: '-5.00', paid: '-5.00', to_pay_out: '-5.00' },
        },
      ],
    })
    const { json } = await app.admin('GET', `/events/${eventId}/settlements`, staff)
    expect(json).toEqual([second, first])
    await expect(sql`update settlements set number = 9`.execute(app.db)).rejects.toThrow(/stays/)
    await expect(sql`delete from settlements`.execute(app.db)).rejects.toThrow(/stays/)
  })

  test('names the order in its control when a cent or an entry is not what it was, or the provider says otherwise', async () => {
    const { eventId, id, intent } = await anEvening()
    const differences = async () => (await settle(eventId)).json.control.differences.join('\n')
    const sabotage = async (statement: string) => {
      await app.database.pool.query('alter table book_entries disable trigger user')
      await app.database.pool.query('create table kept as select * from book_entries')
      await app.database.pool.query(statement)
      const told = await differences()
      await app.database.pool.query('truncate book_entries')
      await app.database.pool.query(
        'insert into book_entries overriding system value select * from kept',
      )
      await app.database.pool.query('drop table kept')
      await app.database.pool.query('alter table book_entries enable trigger user')
      return told
    }
    const { rows } = await sql<{ id: number }>`
      select id from book_entries where order_id = ${id} order by id`.execute(app.db)
    expect(rows.length).toBeGreaterThan(4)
    for (const entry of rows) {
      expect(await sabotage(`delete from book_entries where id = ${entry.id}`)).toContain(
        `Order ${id}:`,
      )
      const cent = `update book_entries set amount_minor = amount_minor + 1 where id = ${entry.id}`
      expect(await sabotage(cent)).toContain(`Order ${id}:`)
    }
    expect(await differences()).toBe('')
    await fetch(`${card.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${card.secretKey}` },
      body: new URLSearchParams({ payment_intent: intent, amount: '700' }),
    })
    expect(await differences()).toContain(`Order ${id}: the provider gave back 11.00 USD`)
    await card.webhooks.deliver(cardMessages)
    await bookNow(app.db)
    expect(await differences()).toBe('')
  })

  test('is a CSV and a spreadsheet with its control', async () => {
    const { eventId } = await anEvening()
    const { json } = await settle(eventId, { share: '20.00' })
    const csv = await app.admin('GET', `/settlements/${json.id}.csv`, staff)
    expect(csv.headers['content-type']).toContain('text/csv')
    const lines = csv.text.trim().split('\r\n')
    expect(lines[0]).toBe('section,item,currency,amount')
    expect(lines).toContain('pay-out,to pay out,USD,20.00')
    expect(lines).toContain('sums,returns,USD,-34.00')
    expect(lines.at(-1)).toBe('control,differences,,0')
    const sheet = await app.admin('GET', `/settlements/${json.id}.xlsx`, staff)
    expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK'])
  })

  test('has its control on a sheet of its own, and every line of the CSV on one of the sheets', async () => {
    const { eventId } = await anEvening()
    const { json } = await settle(eventId, { share: '20.00' })
    const { authorization } = await app.person('administrator')
    const address = `/svc/admin/v1/settlements/${json.id}.xlsx`
    const { content } = await bytesOf(app, address, authorization)
    const files = unzipSync(content)
    const text = (name: string) => Buffer.from(files[name] ?? []).toString()
    const names = [...text('xl/workbook.xml').matchAll(/sheet name="([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(names).toEqual(['Settlement', 'Tickets', 'Control'])
    expect(text('xl/worksheets/sheet3.xml')).toContain('differences')
    expect(text('xl/worksheets/sheet1.xml')).toContain('<v>20.00</v>')
    const rows = names.reduce(
      (all, _, at) => all + text(`xl/worksheets/sheet${at + 1}.xml`).split('<row ').length - 2,
      0,
    )
    const csv = await app.admin('GET', `/settlements/${json.id}.csv`, staff)
    expect(rows).toBe(csv.text.trim().split('\r\n').length - 1)
  })

  test('is a tagged paper with what is to be paid out, also with the longest costs', async () => {
    const { eventId } = await anEvening()
    const costs = Array.from({ length: 50 }, (_, at) => ({
      text: `${at} ${'Piano tuner and his assistants '.repeat(6)}`.slice(0, 200),
      amount: '0.10',
    }))
    const { json } = await settle(eventId, { costs })
    const { status, headers, text } = await app.admin('GET', `/settlements/${json.id}.pdf`, staff)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(text.slice(0, 5)).toBe('%PDF-')
    expect(text.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1)
    expect(text).toContain('/MarkInfo')
  })

  test('is made once by a request that is repeated', async () => {
    const { eventId } = await anEvening()
    const again = { ...staff, headers: { 'idempotency-key': `settle-${eventId}` } }
    const first = await settle(eventId, {}, again)
    expect((await settle(eventId, {}, again)).json).toEqual(first.json)
    const { json } = await app.admin('GET', `/events/${eventId}/settlements`, staff)
    expect(json).toHaveLength(1)
  })

  test('is made by finance, read by who sees the money, and refuses bad amounts by name', async () => {
    const { eventId } = await anEvening()
    const person = async (set: 'finance' | 'reader' | 'box_office') => ({
      as: await personWith(app, { set, eventId }),
    })
    const [finance, reader, desk] = [
      await person('finance'),
      await person('reader'),
      await person('box_office'),
    ]
    expect((await settle(eventId, {}, reader)).status).toBe(403)
    expect((await settle(eventId, {}, desk)).status).toBe(404)
    const made = await settle(eventId, {}, finance)
    expect(made.status).toBe(201)
    const read = (as: object) => app.admin('GET', `/settlements/${made.json.id}.csv`, as)
    expect([(await read(reader)).status, (await read(desk)).status]).toEqual([200, 403])
    const other = await anEvening()
    expect((await settle(other.eventId, {}, finance)).status).toBe(404)
    for (const share_percent of ['12.345', '100.004']) {
      const { json } = await settle(eventId, { share_percent })
      expect(json.data.params.share_percent).toMatch(/at most two decimals/)
    }
    const bad = { share: 'much', share_percent: '140', costs: [{ text: 'Hall', amount: 'x' }] }
    const { status, json } = await settle(eventId, bad)
    expect([status, Object.keys(json.data.params).toSorted()]).toEqual([
      400,
      ['costs[0].amount', 'share', 'share_percent'],
    ])
  })
})
