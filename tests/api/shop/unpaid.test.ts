import { expect, test } from 'vitest'
import { findAttendee } from '../../../src/ticketing/attendees/lookup.ts'
import { qrContent } from '../../../src/ticketing/checkin/draw-qr.ts'
import { pairPhone } from '../../support/door-phone.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: 'off' })
const as = 'administrator' as const

/** An order of two places at 32.00 that waits for its payment, with the two codes of its first place. */
async function anUnpaidOrder() {
  const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
  const { json } = await app.admin('POST', '/desk/orders', {
    as,
    body: {
      event,
      lines: [{ ticket, quantity: 2 }],
      expected_total: '64.00',
      pay_by: '2031-05-01',
      name: 'The school',
    },
  })
  const [{ attendee }] = json.tickets
  const { rows } = await app.database.pool.query<{ code: string }>(
    `select code from door_codes where attendee_id = ${attendee}`,
  )
  const row = await findAttendee(app.db, attendee)
  const scanned = row ? await qrContent(app.deps, row) : ''
  return { event, order: json.order as number, attendee, scanned, typed: rows[0]?.code ?? '' }
}

const find = async (event: number, code?: string) => {
  const query = { event, ...(code !== undefined && { code }) }
  const { status, json } = await app.admin('GET', '/desk/orders', { as, query })
  expect(status).toBe(200)
  return json.orders
}

test('the desk finds an unpaid order by its ticket, its letters and its number, and in the list of those who owe', async () => {
  const { event, order, scanned, typed } = await anUnpaidOrder()
  const owing = [
    {
      id: order,
      status: 'pending',
      name: 'The school',
      places: 2,
      total: '64.00',
      owed: '64.00',
      owed_in_cash: '64.00',
      currency: 'USD',
      pay_by: '2031-05-01',
    },
  ]
  expect(await find(event)).toEqual(owing)
  for (const code of [scanned, typed.toLowerCase(), String(order), `#${order}`]) {
    expect(await find(event, code)).toEqual(owing)
  }
  const other = await anUnpaidOrder()
  for (const code of ['HELLO', other.scanned, other.typed, String(other.order), '999999999']) {
    expect(await find(event, code)).toEqual([])
  }
  const paid = await app.admin('POST', `/desk/orders/${order}/payments`, {
    as,
    body: { method: 'bank', reference: 'Statement 12' },
  })
  expect(paid.status).toBe(201)
  expect(await find(event)).toEqual([])
  expect(await find(event, scanned)).toMatchObject([{ status: 'completed', owed: '0.00' }])
})

test('a phone knows that a ticket is unpaid; what is owed is told to phones that may search, until it is paid', async () => {
  const { event, order, attendee } = await anUnpaidOrder()
  const owedFor = async (more: object) => {
    const phone = await pairPhone(app, event, more)
    const { json } = await app.tickets('GET', '/door/snapshot', { as: phone.as, query: { event } })
    const { state, owed } = json.rows.find(({ id }: { id: number }) => id === attendee)
    return [state, owed]
  }
  expect(await owedFor({ profile: 'search' })).toEqual(['unpaid', '64.00 USD'])
  expect(await owedFor({})).toEqual(['unpaid', null])
  const body = { method: 'bank' }
  await app.admin('POST', `/desk/orders/${order}/payments`, { as, body })
  expect(await owedFor({ profile: 'search' })).toEqual(['valid', null])
})
