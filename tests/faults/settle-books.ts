import { expect } from 'vitest'
import { runCommand } from '../support/server-process.ts'
import { frontRow, type Sale } from './sale.ts'

/**
 * Compares what buyers, the door and the provider know with what the service says. Every difference is a lost
 * or an invented sale. All of the provider's messages must have been accepted.
 */
export async function expectBooksToAgree(sale: Sale) {
  expect(sale.books.surprises).toEqual([])
  expect(await findDifferences(sale)).toEqual([])
}

/** Returns the differences, one sentence each. */
export async function findDifferences(sale: Sale): Promise<string[]> {
  const { card, tickets } = sale
  const orders = await list(sale, `/orders?post_id=${tickets.free.postId}`, 'orders')
  const attendees = await list(sale, `/attendees?post_id=${tickets.free.postId}`, 'attendees')
  const inFront = attendees.filter(({ ticket_id }) => ticket_id === tickets.front.id)
  return [
    ...saleDifferences(sale, orders, attendees),
    ...moneyDifferences(card.ledger(), orders),
    ...(inFront.length > frontRow ? [`${inFront.length} people have ${frontRow} places`] : []),
  ]
}

/** The service's own audit finds nothing. The embedded database must be unlocked for it. */
export async function expectCleanAudit(environment: Record<string, string>) {
  const { code, output } = await runCommand(['audit'], environment)
  expect([code, output]).toEqual([0, expect.stringContaining('in order')])
}

type Row = Record<string, any>

/** Acknowledged purchases that are missing, and existing ones that nobody asked for. */
function saleDifferences({ books }: Pick<Sale, 'books'>, orders: Row[], attendees: Row[]) {
  const completed = new Map(
    orders.filter(({ status }) => status === 'completed').map(order => [order['id'], order]),
  )
  const byId = new Map(attendees.map(attendee => [attendee['id'], attendee]))
  const found: string[] = []
  for (const [id, { way, attendees: seats }] of books.orders) {
    if (!completed.has(id)) found.push(`${way} order ${id} was acknowledged and is not complete`)
    for (const seat of seats) if (!byId.has(seat)) found.push(`attendee ${seat} is lost`)
  }
  for (const id of books.paidOnly) {
    if (!completed.has(id)) found.push(`order ${id} was paid and is not complete`)
  }
  for (const id of completed.keys()) {
    if (!books.orders.has(id) && !books.paidOnly.has(id)) found.push(`nobody ordered ${id}`)
  }
  for (const id of books.admitted) {
    if (byId.get(id)?.['checked_in'] !== true) found.push(`attendee ${id} was let in and is out`)
  }
  const sold = [...completed.values()].reduce((sum, order) => sum + placesOf(order), 0)
  if (sold !== attendees.length) found.push(`${sold} places sold, ${attendees.length} attendees`)
  return found
}

const placesOf = (order: Row) =>
  order['items']
    .filter(({ type }: Row) => type === 'ticket')
    .reduce((sum: number, { quantity }: Row) => sum + quantity, 0)

type Ledger = ReturnType<Sale['card']['ledger']>

/** Each payment was charged at most once. It has a complete order or was refunded. */
function moneyDifferences(ledger: Ledger, orders: Row[]): string[] {
  const byReference = new Map(orders.map(order => [order['gateway_order_id'], order]))
  return ledger.flatMap(({ reference, charged, refunded, charges }) => {
    const order = byReference.get(reference)
    if (charges > 1) return [`${reference} was charged ${charges} times`]
    const kept = charged - refunded
    if (kept === 0 && order?.['status'] !== 'completed') return []
    if (order?.['status'] !== 'completed') return [`${reference} kept ${kept} for no order`]
    const total = Math.round(Number(order['total']) * 100)
    return kept === total ? [] : [`${reference} kept ${kept} for an order of ${total}`]
  })
}

async function list(sale: Sale, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { status, json } = await sale.staff('GET', `/tickets/v1${path}&per_page=100&page=${page}`)
    if (rows.length === 0 && status === 404) return rows
    expect(status).toBe(200)
    rows.push(...json[name])
    if (page >= json.total_pages) return rows
  }
}
