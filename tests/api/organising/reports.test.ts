import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bookNow } from '../../support/books-check.ts'
import { refund } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const paid = await startPaidApp()
const { app, card, cardMessages } = paid
const staff = { as: 'administrator' } as const

type Cell = { value: string; rows: string }
type Row = {
  name: string
  from?: string
  to?: string
  key: string
  currency: string | null
  cells: Record<string, Cell>
}
type Report = { rows: Row[]; totals: Row[]; zone: string; from: string; to: string }

const names = [
  'sales',
  'tickets',
  'prices',
  'channels',
  'coupons',
  'payments',
  'checkins',
  'open',
] as const

/** The service's clock stands in the past here; orders are completed by that of the database. */
const to = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

async function report(name: string, more: Record<string, string | number> = {}): Promise<Report> {
  const query = { ...(more['from'] === undefined && { to }), ...more }
  const { status, json } = await app.admin('GET', `/reports/${name}`, { ...staff, query })
  expect(status).toBe(200)
  return json
}

/** An evening with everything that money does: a refund in cash, goodwill, a moved place, a lost dispute. */
async function anEvening(coupon?: string) {
  const first = await aPaidOrder(paid, { quantity: 3, priceMinor: 3000, ...(coupon && { coupon }) })
  const { eventId } = first
  const again = { eventId, priceMinor: 3000 }
  const second = await aPaidOrder(paid, { ...again, quantity: 2, name: 'Balcony' })
  const third = await aPaidOrder(paid, again)
  await refund(app, first.id, { lines: [{ id: first.line, quantity: 1 }], method: 'cash' })
  await refund(app, first.id, { amount: '4.00' })
  const cheaper = await ticketOnSale(app, { eventId, priceMinor: 2000, name: 'Side' })
  const body = { ticket: cheaper.id }
  await app.admin('POST', `/attendees/${second.attendees[0]}/moves`, { ...staff, body })
  const dispute = card.dispute(third.intent)
  await card.webhooks.deliver(cardMessages)
  card.closeDispute(dispute, 'lost')
  await card.webhooks.deliver(cardMessages)
  const inside = { ...staff, body: { checked_in: true } }
  await app.tickets('POST', `/attendees/${second.attendees[1]}`, inside)
  return { eventId, first, second, third }
}

/** All rows at the address of a cell: how many, of how many orders, and what they add up to. */
async function behind({ rows }: Cell) {
  const address = new URL(rows)
  const path = address.pathname.replace('/svc/admin/v1', '')
  const query = Object.fromEntries(address.searchParams)
  const list: { amount?: string; order: number; kind: string }[] = []
  for (let after = ''; ; ) {
    const more = path === '/attendees' ? {} : { limit: 2, ...(after && { after }) }
    const got = await app.admin('GET', path, { ...staff, query: { ...query, ...more } })
    expect(got.status).toBe(200)
    list.push(...got.json.rows)
    if (path === '/attendees' || got.json.next === null) break
    after = got.json.next
  }
  return list
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const moneyIn = new Set(['payment', 'refund', 'dispute'])

/** What the rows of a cell say that its figure is. */
async function recounted(name: string, cell: string, at: Cell): Promise<string> {
  const rows = await behind(at)
  if (cell === 'places' || cell === 'admitted') return String(rows.length)
  if (cell === 'orders') return String(new Set(rows.map(({ order }) => order)).size)
  const isOpen = name === 'open' && (cell === 'before' || cell === 'after')
  const sign = (kind: string) =>
    (isOpen && moneyIn.has(kind)) || (name === 'open' && cell === 'returned') ? -1 : 1
  const sum = rows.reduce((all, { amount = '', kind }) => all + sign(kind) * cents(amount), 0)
  return (sum / 100 || 0).toFixed(2)
}

describe('a report', () => {
  test('has at every figure the address of the rows that add up to it, before and after they are booked', async () => {
    const { eventId } = await anEvening()
    const seen: unknown[] = []
    for (const isBooked of [false, true]) {
      if (isBooked) await bookNow(app.db)
      for (const name of names) {
        const { rows, totals } = await report(name, { event: eventId, by: 'week' })
        expect(rows.length + totals.length).toBeGreaterThan(name === 'coupons' ? -1 : 1)
        const shown = [...rows.slice(-4), ...totals]
        for (const { cells } of shown) {
          for (const [cell, at] of Object.entries(cells)) {
            expect([name, cell, at.value]).toEqual([name, cell, await recounted(name, cell, at)])
          }
        }
        seen.push(totals.map(({ key, cells }) => [key, Object.values(cells).map(c => c.value)]))
      }
    }
    expect(seen.slice(0, names.length)).toEqual(seen.slice(names.length))
  }, 60_000)

  test('says what was charged, paid, given back and left open', async () => {
    const { eventId } = await anEvening()
    const [open] = (await report('open', { event: eventId })).totals
    const valueOf = (row: Row | undefined) =>
      Object.fromEntries(Object.entries(row?.cells ?? {}).map(([name, { value }]) => [name, value]))
    expect(valueOf(open)).toEqual({
      before: '0.00',
      charged: '106.00',
      paid: '180.00',
      returned: '74.00',
      after: '0.00',
    })
    const { totals } = await report('payments', { event: eventId })
    expect(totals.map(row => [row.key, valueOf(row)])).toEqual([
      ['card', { payments: '180.00', refunds: '-14.00', disputes: '-30.00', paid: '136.00' }],
      ['cash', { payments: '0.00', refunds: '-30.00', disputes: '0.00', paid: '-30.00' }],
    ])
    const sold = await report('tickets', { event: eventId })
    const places = sold.totals.flatMap(({ cells }) => cells['places']?.value ?? [])
    expect(places.map(Number).reduce((all, one) => all + one)).toBe(4)
  })

  test('by price has for each ticket which prices were sold at which tax rate, and adds up to the tickets', async () => {
    const untaxed = await aPaidOrder(paid, { priceMinor: 3000, name: 'Balcony' })
    const { eventId: event, ticketId } = untaxed
    const rate = { name: 'VAT', percent: '19', is_default: true }
    const made = await app.admin('POST', '/tax-rates', { ...staff, body: rate })
    const sellAt = async (priceMinor: number, name: string) =>
      aPaidOrder(paid, { eventId: event, priceMinor, quantity: 2, name })
    const stalls = await sellAt(2000, 'Stalls')
    const dear = await sellAt(5000, 'Box')
    await refund(app, dear.id, { lines: [{ id: dear.line, quantity: 1 }] })
    await app.admin('DELETE', `/tax-rates/${made.json.id}`, staff)
    const { totals } = await report('prices', { event })
    const shown = totals.map(({ key, name, cells }): [string, string[]] => [
      name,
      [key, ...Object.values(cells).map(({ value }) => value)],
    ])
    expect(Object.fromEntries(shown)).toEqual({
      'Balcony at 30.00': [`${ticketId}-3000`, '30.00', '0.00'],
      'Stalls at 20.00, 19 %': [`${stalls.ticketId}-2000-S-1900`, '40.00', '0.00'],
      'Box at 50.00, 19 %': [`${dear.ticketId}-5000-S-1900`, '100.00', '-50.00'],
    })
    for (const { cells } of totals) {
      for (const [cell, at] of Object.entries(cells)) {
        expect([cell, at.value]).toEqual([cell, await recounted('prices', cell, at)])
      }
    }
  })

  test('counts an order once, though a place of it is moved on another day', async () => {
    const { eventId, attendees } = await aPaidOrder(paid, { quantity: 2 })
    const cheaper = await ticketOnSale(app, { eventId, priceMinor: 2000, name: 'Side' })
    const body = { ticket: cheaper.id }
    await app.admin('POST', `/attendees/${attendees[0]}/moves`, { ...staff, body })
    await sql`
      update orders set completed_at = completed_at - interval '1 day' where event_id = ${eventId}
    `.execute(app.db)
    const { rows, totals } = await report('channels', { event: eventId })
    const counted = (some: readonly Row[]) => some.map(({ cells }) => cells['orders']?.value)
    expect([counted(rows), counted(totals)]).toEqual([['1', '1'], ['1']])
    expect(totals[0]?.cells['sales']?.value).toBe('80.00')
  })

  test('by coupon has what each took off', async () => {
    const body = { slug: 'spring', display_name: 'Spring', status: 'active', amount: 10 }
    const coupon = { ...body, sub_type: 'percent' }
    await app.tickets('POST', '/coupons', { ...staff, body: coupon })
    const { eventId } = await anEvening('spring')
    const { totals } = await report('coupons', { event: eventId })
    expect(totals).toMatchObject([
      { name: 'spring', cells: { orders: { value: '1' }, discounts: { value: '-9.00' } } },
    ])
  })

  test('by tag adds up what coupons with the same one took off, each figure with its rows', async () => {
    const tagged = async (slug: string, tag: string) => {
      const body = { slug, display_name: slug, status: 'active', amount: 10, sub_type: 'percent' }
      await app.tickets('POST', '/coupons', { ...staff, body: { ...body, limits: { tag } } })
      return slug
    }
    const { eventId } = await aPaidOrder(paid, {
      priceMinor: 3000,
      coupon: await tagged('choir-1', 'choirs'),
    })
    const again = { eventId, priceMinor: 3000 }
    await aPaidOrder(paid, { ...again, coupon: await tagged('choir-2', 'choirs') })
    await aPaidOrder(paid, { ...again, quantity: 2, coupon: await tagged('press', '') })
    for (const isBooked of [false, true]) {
      if (isBooked) await bookNow(app.db)
      const { totals } = await report('coupons', { event: eventId, group: 'tag' })
      expect(totals).toMatchObject([
        { key: '', cells: { orders: { value: '1' }, discounts: { value: '-6.00' } } },
        { key: 'choirs', cells: { orders: { value: '2' }, discounts: { value: '-6.00' } } },
      ])
      for (const { cells } of totals) {
        for (const [cell, at] of Object.entries(cells)) {
          expect([cell, await recounted('coupons', cell, at)]).toEqual([cell, at.value])
        }
      }
    }
  })

  test('counts a day of the zone of its event, whatever the length of that day', async () => {
    for (const timezone of ['Europe/Oslo', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const { eventId, id } = await aPaidOrder(paid)
      await app.db.updateTable('events').set({ timezone }).where('id', '=', eventId).execute()
      const query = { event: eventId, from: '2026-10-24', to: '2026-11-02' }
      for (const [at, day] of [
        [sql`timestamptz '2026-10-25 12:00 UTC'`, '2026-10-25'],
        [sql`(timestamp '2026-11-01 23:59:59' at time zone ${timezone})`, '2026-11-01'],
        [sql`(timestamp '2026-11-02 00:00:00' at time zone ${timezone})`, '2026-11-02'],
      ] as const) {
        await sql`update orders set completed_at = ${at}, updated_at = clock_timestamp()
          where id = ${id}`.execute(app.db)
        const { rows, zone } = await report('sales', query)
        expect(zone).toBe(timezone)
        const expected =
          timezone === 'Pacific/Kiritimati' && day === '2026-10-25' ? '2026-10-26' : day
        expect(rows.map(({ from }) => from)).toEqual([expected])
      }
    }
  })

  test('of what is open begins each day with what the day before ended with', async () => {
    const { eventId } = await anEvening()
    await sql`update orders set completed_at = completed_at - interval '9 days', updated_at = clock_timestamp()
      where event_id = ${eventId}`.execute(app.db)
    for (const timezone of [
      'UTC',
      'Europe/Oslo',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Pacific/Apia',
    ]) {
      await app.db.updateTable('events').set({ timezone }).where('id', '=', eventId).execute()
      const { rows, totals } = await report('open', { event: eventId })
      expect(rows).toHaveLength(30)
      rows.slice(1).forEach(({ cells }, at) => {
        expect(cells['before']?.value).toBe(rows[at]?.cells['after']?.value)
      })
      expect(totals[0]?.cells['after']?.value).toBe(rows.at(-1)?.cells['after']?.value)
      const whole = await report('open', { event: eventId, by: 'week' })
      expect(whole.totals[0]?.cells['after']?.value).toBe(totals[0]?.cells['after']?.value)
    }
  })

  test('is of the events whose money the caller sees, and of nobody else', async () => {
    const [own, other] = [await aPaidOrder(paid), await aPaidOrder(paid)]
    const as = await personWith(app, { set: 'reader', eventId: own.eventId })
    const { json } = await app.admin('GET', '/reports/sales', { as, query: { to } })
    expect(json.totals).toMatchObject([{ cells: { sales: { value: '30.00' } } }])
    const entries = await app.admin('GET', '/books/entries', { as })
    expect(new Set(entries.json.rows.map(({ event }: { event: number }) => event))).toEqual(
      new Set([own.eventId]),
    )
    const query = { event: other.eventId }
    expect((await app.admin('GET', '/reports/sales', { as, query })).status).toBe(404)
    const door = await personWith(app, { set: 'box_office', eventId: own.eventId })
    for (const path of ['/reports/sales', '/books/entries']) {
      expect((await app.admin('GET', path, { as: door })).status).toBe(403)
    }
  })

  test('refuses days that are none, a period that is too long and what it does not know, by name', async () => {
    const asked = async (query: Record<string, string>) => {
      const { status, json } = await app.admin('GET', '/reports/sales', { ...staff, query })
      return [status, Object.keys(json.data.params).toSorted()]
    }
    expect(await asked({ from: '2026-02-30', by: 'moon', since: '1' })).toEqual([
      400,
      ['by', 'from', 'since'],
    ])
    expect(await asked({ from: '2000-01-01', to: '2026-01-01' })).toEqual([400, ['from']])
    expect(await asked({ from: '2026-01-02', to: '2026-01-01' })).toEqual([400, ['to']])
    expect((await app.admin('GET', '/reports/weather', staff)).status).toBe(400)
  })
})
