import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findOrder } from '../../shop/orders/record/lookup.ts'
import type { Deps } from '../deps.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import { findMessage, type MessageRow } from './lookup.ts'
import { queueMessages, sendJob } from './queue-messages.ts'
import { isErased, mayRetry, mayWithdraw, messageStates } from './rules.ts'
import { moveMessage } from './store.ts'

/** Returns the message with this id; fails with `message_not_found`. */
export async function demandMessage({ db }: Pick<Deps, 'db'>, id: number): Promise<MessageRow> {
  return (await findMessage(db, id)) ?? fail('message_not_found')
}

/**
 * Queues a message again that did not arrive. Fails with `message_move_not_allowed` while it is being sent, and when its
 * address was erased.
 */
export async function retryMessage(deps: Deps, id: number): Promise<MessageRow> {
  const { db, clock, jobs } = deps
  const message = await demandMessage(deps, id)
  const from = messageStates.filter(mayRetry)
  await transaction(db, async tx => {
    if (!(await moveMessage(tx, id, { from, to: 'queued', now: clock.now() }))) {
      const reason = isErased(message)
        ? 'The address of the message was erased.'
        : `The message is ${message.state}.`
      fail('message_move_not_allowed', { message: reason })
    }
    await jobs.enqueue(tx, sendJob, {}, { key: 'due' })
  })
  return demandMessage(deps, id)
}

/** Withdraws a queued message. Fails with `message_move_not_allowed` for any other state. */
export async function withdrawMessage(deps: Deps, id: number): Promise<MessageRow> {
  const { db, clock } = deps
  const { state } = await demandMessage(deps, id)
  const from = messageStates.filter(mayWithdraw)
  if (!(await moveMessage(db, id, { from, to: 'withdrawn', now: clock.now() }))) {
    fail('message_move_not_allowed', { message: `The message is ${state}.` })
  }
  return demandMessage(deps, id)
}

/** Queues a test mail, which is sent like every other. */
export async function queueTest(deps: Deps, to: string): Promise<MessageRow> {
  const [id = 0] = await queueMessages(deps, deps.db, [
    {
      kind: 'test',
      cause: `test ${deps.random.uuid()}`,
      recipient: to,
      aboutKind: 'address',
      aboutId: 0,
      locale: deps.siteSettings().language,
      sendAt: deps.clock.now(),
    },
  ])
  return demandMessage(deps, id)
}

/** Queues the tickets of a completed order again, to the buyer or to another address. */
export async function resendOrder(
  deps: Deps,
  orderId: number,
  to: string | undefined,
): Promise<MessageRow> {
  const order = (await findOrder(deps.db, orderId)) ?? fail('order-not-found')
  if (order.status !== 'completed') {
    fail('order-move-not-allowed', { message: `The order is ${order.status}; it has no tickets.` })
  }
  const recipient = to ?? order.purchaser_email
  const [id] = await queueMessages(deps, deps.db, [
    {
      kind: 'order.confirmed',
      cause: `resend ${deps.random.uuid()}`,
      recipient,
      aboutKind: 'order',
      aboutId: order.id,
      orderId: order.id,
      eventId: order.event_id,
      locale: localeOfOrder(deps, order),
      sendAt: deps.clock.now(),
    },
  ])
  if (id === undefined) {
    fail('order-move-not-allowed', { message: 'The order has no address; send one as `to`.' })
  }
  return demandMessage(deps, id)
}
