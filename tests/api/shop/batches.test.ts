import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../../src/shop/orders/record/audit.ts'
import { auditAttendance } from '../../../src/ticketing/attendees/lookup.ts'
import { auditStock } from '../../../src/ticketing/inventory/lookup.ts'
import { qrContent } from '../../../src/ticketing/checkin/draw-qr.ts'
import { findAttendee } from '../../../src/ticketing/attendees/lookup.ts'
import { bookNow, booksDiffer } from '../../support/books-check.ts'
import { stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, picturesOf, readWith } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const readsPdf = hasReader('pdftotext')
const readsCodes = hasReader('pdftoppm') && hasReader('zbarimg')

const post = (path: string, body: object, key?: string) =>
  app.admin('POST', path, {
    as,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

/** An event with a ticket at 32.00 and a fee of 1.50, and a batch of it for a shop. */
async function aBatch(more: object = {}, capacity = 40) {
  const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200, capacity })
  await app.tickets('POST', '/fees', {
    as,
    body: {
      display_name: 'Booking fee',
      status: 'active',
      sub_type: 'flat',
      amount: 1.5,
      meta_value: 'tickets',
      tickets: [ticket],
    },
  })
  const { json: desk } = await app.admin('GET', `/desk/events/${event}`, { as })
  const each = Number(desk.tiles[0].price)
  const body = { event, ticket, n: 10, place: 'The bookshop', ...more }
  const onAccount = { ...body, pay_by: '2031-05-01', expected_total: (each * body.n).toFixed(2) }
  const answer = await post('/desk/batches', 'reason' in more ? body : onAccount)
  return { event, ticket, each, answer, batch: answer.json }
}

type PrintedTicket = { id: number; code: string; typed: string }

/** The places of a batch that are out, with the two codes that stand on each. */
async function placesOf(batch: number): Promise<PrintedTicket[]> {
  const { rows } = await app.database.pool.query<{ id: number; typed: string }>(
    `select a.id::int as id, d.code as typed from attendees a join door_codes d on d.attendee_id = a.id
     where a.order_id = ${batch} and a.status = 'publish' order by a.id`,
  )
  return Promise.all(
    rows.map(async ({ id, typed }) => {
      const attendee = await findAttendee(app.db, id)
      return { id, typed, code: attendee ? await qrContent(app.deps, attendee) : '' }
    }),
  )
}

const letIn = (code: string) => app.tickets('POST', '/check-ins', { as, body: { ticket: code } })

async function demandRight() {
  expect(await auditStock(app.db)).toEqual([])
  expect(await auditOrders(app.db)).toEqual([])
  expect(await auditAttendance(app.db)).toEqual([])
  await bookNow(app.db)
  expect(await booksDiffer(app.db)).toEqual([])
}

describe('a batch of unnamed tickets', () => {
  test('on account is one order that waits for its payment, and its tickets are let in before', async () => {
    const { batch, answer, ticket, event } = await aBatch()
    expect(answer.status).toBe(201)
    expect(batch).toMatchObject({
      event,
      ticket,
      place: 'The bookshop',
      places: 10,
      left: 10,
      inside: 0,
      status: 'pending',
      pay_by: '2031-05-01',
      reason: null,
    })
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 10 })
    const [first] = await placesOf(batch.id)
    expect((await letIn(first?.code ?? '')).status).toBe(201)
    expect((await app.admin('GET', `/desk/batches/${batch.id}`, { as })).json.inside).toBe(1)
    const query = { event }
    const { json } = await app.admin('GET', '/desk/batches', { as, query })
    expect(json.batches.map(({ id }: { id: number }) => id)).toEqual([batch.id])
    await demandRight()
  })

  test('takes unsold tickets back by scanned and typed codes, frees their places, and owes what was sold', async () => {
    const { batch, ticket, each } = await aBatch()
    const places = await placesOf(batch.id)
    const codes = [...places.slice(0, 3).map(({ code }) => code), places[3]?.typed.toLowerCase()]
    const path = `/desk/batches/${batch.id}/returns`
    const back = await post(path, { codes }, `back-${batch.id}`)
    expect(back.status).toBe(201)
    expect(back.json).toMatchObject({ left: 6, total: (each * 6).toFixed(2), status: 'pending' })
    expect((await post(path, { codes }, `back-${batch.id}`)).json.left).toBe(6)
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 6 })
    expect((await letIn(places[0]?.code ?? '')).status).toBeGreaterThanOrEqual(400)
    const paid = await post(`/desk/orders/${batch.id}/payments`, { method: 'bank' })
    expect(paid.json).toMatchObject({ status: 'completed', total: (each * 6).toFixed(2) })
    const { rows } = await app.database.pool.query(
      `select amount_minor::int as minor from payments where order_id = ${batch.id}`,
    )
    expect(rows).toEqual([{ minor: Math.round(each * 600) }])
    const late = await post(path, { codes: [places[5]?.code] })
    expect([late.status, late.json.code]).toEqual([409, 'batch-is-paid'])
    await demandRight()
  })

  test('takes back all that are named or none, and says of each code why', async () => {
    const { batch, ticket } = await aBatch()
    const other = await aBatch()
    const [inside, out, gone] = await placesOf(batch.id)
    const [foreign] = await placesOf(other.batch.id)
    await letIn(inside?.code ?? '')
    const path = `/desk/batches/${batch.id}/returns`
    await post(path, { codes: [gone?.code] })
    const codes = [inside, out, gone, foreign].map(one => one?.code ?? '')
    const refused = await post(path, { codes: [...codes, 'HELLO'] })
    expect([refused.status, refused.json.code]).toEqual([409, 'batch-codes-refused'])
    expect(refused.json.data.codes).toEqual([
      { code: inside?.code, why: 'inside' },
      { code: gone?.code, why: 'back' },
      { code: foreign?.code, why: 'unknown' },
      { code: 'HELLO', why: 'unknown' },
    ])
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 9 })
    await demandRight()
  })

  test('ends when all of it comes back', async () => {
    const { batch, ticket } = await aBatch({ n: 2 })
    const codes = (await placesOf(batch.id)).map(({ code }) => code)
    const { json } = await post(`/desk/batches/${batch.id}/returns`, { codes })
    expect(json).toMatchObject({ left: 0, status: 'voided' })
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 0 })
    await demandRight()
  })

  test('that is given away has a reason, counts in the quota of the event, and comes back too', async () => {
    const { batch, event, ticket } = await aBatch({ n: 3, reason: 'partner', note: 'The brewery' })
    expect(batch).toMatchObject({
      status: 'completed',
      total: '0.00',
      reason: 'partner: The brewery',
    })
    await app.admin('PUT', `/desk/events/${event}/comp-quota`, { as, body: { places: 4 } })
    const more = { event, ticket, n: 2, place: 'The press', reason: 'press' }
    expect((await post('/desk/batches', more)).json.code).toBe('comp-quota-used')
    const [first] = await placesOf(batch.id)
    const back = await post(`/desk/batches/${batch.id}/returns`, { codes: [first?.typed] })
    expect(back.json).toMatchObject({ left: 2 })
    expect((await post('/desk/batches', more)).status).toBe(201)
    await demandRight()
  })

  test('never takes more than is left, more than 500, or at another total', async () => {
    const { event, ticket, each, answer } = await aBatch({ n: 11 }, 10)
    expect([answer.status, answer.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    const body = { event, ticket, n: 2, place: 'A', pay_by: '2031-05-01' }
    const changed = await post('/desk/batches', { ...body, expected_total: '2.00' })
    expect(changed.json.code).toBe('desk-total-changed')
    const total = (each * 2).toFixed(2)
    for (const wrong of [
      { ...body, n: 501, expected_total: total },
      body,
      { ...body, expected_total: total, reason: 'press' },
      { ...body, expected_total: total, note: 'A note of what is given away' },
      { event, ticket, n: 2, place: 'A', reason: 'press', expected_total: total },
      { event, ticket, n: 2, place: 'A' },
      { ...body, expected_total: total, place: ' ' },
    ]) {
      expect((await post('/desk/batches', wrong)).status).toBe(400)
    }
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 0 })
  })
})

describe('the sheet of a batch', () => {
  const sheet = async (id: number) => {
    const url = `/svc/admin/v1/desk/batches/${id}.pdf`
    const { authorization } = await app.person(as)
    return app.http.inject({ url, headers: { authorization } })
  }

  test.runIf(readsPdf)(
    'has eight tickets on a page, each with its letters, and no name',
    async () => {
      const { batch } = await aBatch()
      const { statusCode, headers, rawPayload: pdf } = await sheet(batch.id)
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
      const text = readWith('pdftotext', ['FILE', '-'], pdf).replace(/\s+/g, ' ')
      for (const { typed, id } of await placesOf(batch.id)) {
        expect(text).toContain(`${typed.slice(0, 4)} ${typed.slice(4)}`)
        expect(text).toContain(`Ticket ${id} ·`)
      }
      expect(text).not.toContain('bookshop')
    },
  )

  test.runIf(readsCodes)(
    'has QR codes that a camera reads, and leaves out what came back',
    async () => {
      const { batch } = await aBatch({ n: 3 })
      const [first, ...others] = await placesOf(batch.id)
      await post(`/desk/batches/${batch.id}/returns`, { codes: [first?.code] })
      const { rawPayload: pdf } = await sheet(batch.id)
      const codes = picturesOf(pdf).flatMap(page => page.codes)
      expect(codes.toSorted()).toEqual(others.map(({ code }) => code).toSorted())
    },
  )
})
