import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { createSenderHold } from './sender-hold.ts'
import { withdrawOfOrders } from './store.ts'

const waitMostMs = 300_000
const retryMs = 100

/**
 * Runs `work`, which returns the ids of the orders that it placed, and sends no mail about them: their buyers are not
 * real. While it runs, no process sends mails. Mails of other orders are sent afterwards.
 */
export async function withoutMails(deps: Deps, work: () => Promise<readonly number[]>) {
  const { db, clock, following } = deps
  const hold = createSenderHold(deps)
  for (let tries = 0; !(await hold.take()); tries += 1) {
    if (tries * retryMs > waitMostMs) throw new Error('Another process still sends mails.')
    await wait(retryMs)
  }
  try {
    const orderIds = await work()
    await following.catchUp()
    await withdrawOfOrders(db, orderIds, clock.now())
  } finally {
    await hold.end()
  }
}
