import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { releaseSender, takeSender, withdrawOfOrders } from './store.ts'

const leaseSeconds = 300
const renewMs = 60_000
const retryMs = 100

/**
 * Runs `work`, which returns the ids of the orders that it placed, and sends no mail about them: their buyers are not
 * real. While it runs, no process sends mails. Mails of other orders are sent afterwards.
 */
export async function withoutMails(deps: Deps, work: () => Promise<readonly number[]>) {
  const { db, clock, random, following } = deps
  const holder = random.uuid()
  const hold = () => {
    const now = clock.now()
    const until = new Date(now.getTime() + leaseSeconds * 1000)
    return takeSender(db, { holder, now, until })
  }
  for (let tries = 0; !(await hold()); tries += 1) {
    if (tries * retryMs > leaseSeconds * 1000) throw new Error('Another process still sends mails.')
    await wait(retryMs)
  }
  const renewing = setInterval(() => {
    // The next renewal is in time as well.
    hold().catch(() => {})
  }, renewMs)
  try {
    const orderIds = await work()
    await following.catchUp()
    await withdrawOfOrders(db, orderIds, clock.now())
  } finally {
    clearInterval(renewing)
    await releaseSender(db, holder)
  }
}
