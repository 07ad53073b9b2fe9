import { expect, test } from 'vitest'
import { issueNonce } from '../../../src/access/nonces/rules.ts'
import type { GrantSet } from '../../../src/core/rights.ts'
import { buy } from '../../support/buying.ts'
import { personWith, plantGrant } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
let keys = 0

/** A note of somebody with finance for the order's event and another one, as sent and repeated under one key. */
async function aNote() {
  const { id: ticketId, eventId } = await ticketOnSale(app)
  const { eventId: elsewhere } = await ticketOnSale(app)
  const { orderId } = await buy(app, ticketId)
  const person = await personWith(
    app,
    { set: 'finance', eventId },
    { set: 'finance', eventId: elsewhere },
  )
  const headers = { 'idempotency-key': `note-${(keys += 1)}` }
  const send = () =>
    app.tickets('POST', `/orders/${orderId}/notes`, {
      as: person,
      headers,
      body: { note: 'Paid cash' },
    })
  const lose = (set: GrantSet) =>
    app.db
      .deleteFrom('grants')
      .where('user_id', '=', person.userId)
      .where('event_id', '=', eventId)
      .where('set', '=', set)
      .execute()
  return { send, lose, eventId, userId: person.userId }
}

const replayed = 'idempotent-replayed'

test('a write that is repeated after its grant was taken is refused, and tells nothing of the kept answer', async () => {
  const { send, lose, eventId, userId } = await aNote()
  const first = await send()
  expect(first.status).toBeLessThan(300)
  const again = await send()
  expect([again.status, again.headers[replayed], again.json]).toEqual([
    first.status,
    'true',
    first.json,
  ])
  // More rights than then do no harm.
  await plantGrant(app, userId, { set: 'reader', eventId })
  expect((await send()).headers[replayed]).toBe('true')
  await lose('finance')
  const refused = await send()
  expect([refused.status, refused.json.code]).toEqual([403, 'rest_forbidden'])
  expect(refused.json.message).toContain('when you held more rights than now')
  expect([refused.headers[replayed], refused.text.includes('Paid cash')]).toEqual([
    undefined,
    false,
  ])
})

test('so is a deletion, whose record is gone before its key is looked at', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Balcony' })
  const { eventId: elsewhere } = await ticketOnSale(app)
  const person = await personWith(
    app,
    { set: 'manager', eventId },
    { set: 'manager', eventId: elsewhere },
  )
  const headers = { 'idempotency-key': `gone-${(keys += 1)}` }
  const remove_ticket_nonce = issueNonce(
    app.deps.secrets.nonce,
    { action: 'remove_ticket', userId: person.userId, recordId: id },
    app.clock.now(),
  )
  const body = { post_id: eventId, remove_ticket_nonce }
  const send = () => app.tickets('DELETE', `/tickets/${id}`, { as: person, headers, body })
  expect((await send()).status).toBe(202)
  const again = await send()
  expect([again.status, again.headers[replayed]]).toEqual([202, 'true'])
  await app.db.deleteFrom('grants').where('event_id', '=', eventId).execute()
  const refused = await send()
  expect([refused.status >= 400, refused.headers[replayed]]).toEqual([true, undefined])
})
