import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { fillCart, letMinutesPass, order, readOrder } from '../support/buying.ts'
import { onPostgres } from '../support/database.ts'
import type { SignedMessage } from '../support/fake-webhooks.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const rounds = process.env['LONG'] === undefined ? 6 : 1000

describe.runIf(onPostgres)('a payment reported by every way at once (needs a server)', async () => {
  if (!onPostgres) return
  const { app, card } = await startPaidApp()
  // A second application on the same database; the two meet only in PostgreSQL.
  const { database, config, clock } = app
  const { log, random } = app.deps
  const other = await createApp({ database, config, log, random, clock })
  await other.http.ready()
  afterAll(() => other.close())

  const base = `/${config.apiVendor}/tickets/v1/commerce/cardprocessor`
  const both = [app.http, other.http]
  const send = async (which: number, url: string, payload: unknown, headers = {}) => {
    const http = both[which % 2] ?? app.http
    const sent = { method: 'POST' as const, url: base + url, payload: payload as Buffer, headers }
    return (await http.inject(sent)).statusCode
  }

  test(`makes one order, one set of attendees and one charge, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ticket = await ticketOnSale(app, { priceMinor: 2500, capacity: 2 })
      const cart_hash = await fillCart(app, ticket.id, 2)
      const { json } = await order(app, 'cardprocessor', cart_hash)
      card.webhooks.drop()
      card.pay(json.payment_intent_id)
      card.webhooks.duplicate()
      card.webhooks.shuffle(round)
      await letMinutesPass(app, 3)
      let turn = round
      const receive = ({ rawBody, headers }: SignedMessage) => {
        turn += 1
        return send(turn, '/webhook', rawBody, headers)
      }
      const told = { client_secret: json.client_secret, cart_hash }
      const path = `/order/${json.payment_intent_id}`
      const answers = await Promise.all([
        card.webhooks.deliverInParallel(receive),
        send(0, path, told),
        send(1, path, told),
        reconcile(app.deps),
        reconcile(other.deps),
      ])
      expect(new Set([...answers[0], answers[1], answers[2]])).toEqual(new Set([200]))
      const seen = await readOrder(app, json.order_id)
      expect(seen).toMatchObject({ status: 'completed', paid: '50.00', refunded: '0.00' })
      expect(seen.attendees).toHaveLength(2)
    }
    expect(card.ledger().every(({ charges, refunded }) => charges === 1 && refunded === 0)).toBe(
      true,
    )
    expect(await auditOrders(app.db)).toEqual([])
    expect(await auditStock(app.db)).toEqual([])
  })
})
