import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../../src/core/error-table.ts'
import { onPostgres } from '../../support/database.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'
import { type Got, startApp } from '../../support/start-app.ts'

/** The codes of the interface's ticketing namespace, as its clients know them. */
const codesOfTheInterface = `
  ticket-not-found ticket-not-accessible ticket-provider-not-found ticket-post-not-found ticket-object-not-found
  error-global-id-generation error-ticket-post invalid-page-number attendee-not-found attendee-not-accessible
  forbidden bad_request tec-tickets-rest-invalid_price not_acceptable invalid-attendee-status invalid-provider
  attendee-creation-failed invalid-attendee-id invalid-attendee-provider attendee-update-failed
  tec-et-attendee-already-checked-in tec-et-attendee-invalid-check-in post-has-no-tickets ticket-does-not-exist
  ticket-capacity-not-available invalid-purchaser-info tec-tc-empty-cart tec-tc-insufficient-stock
  tec-tc-stock-lock-failed tec-tc-invalid-ticket tec_tickets_commerce_free_order_invalid_cart
  tec-tc-gateway-stripe-order-creation-failed tec-tc-gateway-stripe-failed-creating-payment-intent
  tec-tc-gateway-stripe-failed-creating-order tec-tc-gateway-stripe-failed-payment
  tec-tc-gateway-stripe-order-not-found tec-tc-gateway-stripe-failed-getting-payment-intent
  tec-tc-gateway-stripe-failed-payment-intent-id tec-tc-gateway-stripe-failed-payment-intent-secret
  tec-tc-gateway-stripe-payment-intent-order-mismatch tec-tc-gateway-stripe-invalid-payment-intent-status
  tec-tickets-commerce-stripe-webhook-invalid-payload tec-tc-gateway-paypal-failed-creating-order
  tec-tc-gateway-paypal-nonexistent-order-id tec-tc-gateway-paypal-failed-capture
  tec-tc-gateway-paypal-invalid-capture-status tec-tc-gateway-paypal-capture-declined
  tec-tc-gateway-paypal-invalid-failed-status tickets_create_coupon_error tickets_apply_coupon_error
  tickets_commerce_get_fees_error tickets_commerce_get_fees_for_ticket_error
  tickets_commerce_update_fees_for_ticket_error
`
  .trim()
  .split(/\s+/)

/** Codes that no request leads to here, and why. */
const withoutCause: Readonly<Record<string, string>> = {
  'ticket-provider-not-found': 'every ticket has one of our own providers',
  'ticket-post-not-found': 'a foreign key ties every ticket to its event',
  'ticket-object-not-found': 'a ticket is one row',
  'error-global-id-generation': 'global ids follow from the id',
  'error-ticket-post': 'a ticket is one row',
  'invalid-provider': 'every ticket has one of our own providers',
  'invalid-attendee-provider': 'every attendee has the provider of the ticket',
  'attendee-update-failed': 'an update is one transaction',
  'tec-tc-stock-lock-failed': 'waiting for stock ends in `sale-is-busy`',
  'tec-tc-invalid-ticket': 'a ticket that is gone is named by `tec-tc-insufficient-stock`',
  'tec-tc-gateway-stripe-order-creation-failed': 'an order is one transaction',
  'tec-tc-gateway-stripe-failed-creating-order': 'an order is one transaction',
  'tec-tc-gateway-stripe-invalid-payment-intent-status': 'a status we do not know is waited for',
  tickets_commerce_get_fees_error: 'a list has no cause to fail',
  tickets_commerce_get_fees_for_ticket_error: 'a list has no cause to fail',
}

const folder = path.resolve(import.meta.dirname, '../..')

const testsNaming = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts'))
    .map(file =>
      readFileSync(path.join(folder, file), 'utf8').replace(/codesOfTheInterface = `[^`]*`/, ''),
    )
    .join('\n')

describe.skipIf(onPostgres)('the error codes of the contract', () => {
  test('are each in our table, or listed here as impossible', () => {
    const known = codesOfTheInterface.filter(code => Object.hasOwn(errorTable, code))
    expect(codesOfTheInterface.filter(code => !known.includes(code)).sort()).toEqual(
      Object.keys(withoutCause).sort(),
    )
  })

  test('in our table are each answered in a test', () => {
    const texts = testsNaming()
    const unmet = codesOfTheInterface.filter(
      code =>
        Object.hasOwn(errorTable, code) && !new RegExp(`(['\\s])${code}(['"\`]|:\\s)`).test(texts),
    )
    expect(unmet).toEqual([])
  })
})

// The embedded database runs one transaction at a time, so no other can come between.
describe.runIf(onPostgres)('creating a ticket while its event is deleted', async () => {
  if (!onPostgres) return
  const app = await startApp()
  const desk = ticketDesk(app)

  test('is 406 not_acceptable', async () => {
    const post_id = await eventOnSale(app)
    const add_ticket_nonce = await desk.nonce('add_ticket', post_id, 'administrator')
    const body = { post_id, provider: 'tc', add_ticket_nonce, name: 'Late', price: '5' }
    const client = await app.database.pool.connect()
    let making: Promise<Got> | undefined
    try {
      await client.query('begin')
      await client.query('delete from events where id = $1', [post_id])
      making = app.tickets('POST', '/tickets', { as: 'administrator', body })
      const waits = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.database.pool.query(waits)).rowCount, poll).toBe(1)
    } finally {
      await client.query('commit')
      client.release()
    }
    expect(await making).toMatchObject({ status: 406, json: { code: 'not_acceptable' } })
  })
})

const poll = { timeout: 30_000, interval: 10 }
