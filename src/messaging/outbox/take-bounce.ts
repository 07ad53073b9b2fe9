import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import type { Deps } from '../deps.ts'
import { readDeliveryReport } from './delivery-report.ts'
import { findMessage } from './lookup.ts'
import { addressHash, messageOfBounce } from './rules.ts'
import { changeMessage, insertSuppression } from './store.ts'
import { bouncedScope } from './suppress.ts'

export type BounceOutcome = 'bounced' | 'delayed' | 'unknown'

const textMax = 500

/**
 * Processes a bounced mail (RFC 3464). A failure marks its message, whatever its status: a server that tried for days
 * and gave up says 4.4.7, and no delivery follows. An address that does not exist is suppressed. A delay, a report to a
 * forged address, and one that names no message of ours change nothing.
 */
export async function takeBounce(deps: Deps, raw: Buffer): Promise<BounceOutcome> {
  const { db, clock, secrets } = deps
  const report = await readDeliveryReport(raw)
  const [id] = report.addresses.flatMap(address => messageOfBounce(secrets.order, address) ?? [])
  const message = id === undefined ? undefined : await findMessage(db, id)
  if (!message || !report.action) return 'unknown'
  if (report.action !== 'failed') return 'delayed'
  if (message.state !== 'sent') return 'bounced'
  await transaction(db, async tx => {
    const response = `${report.status} ${report.diagnostic}`.slice(0, textMax)
    await changeMessage(tx, message.id, { state: 'bounced', bounced_at: clock.now(), response })
    await record(tx, 'message.bounced', { message_id: message.id, order_id: message.order_id ?? 0 })
    if (/^5\.1\.[1-36]$/.test(report.status)) {
      const hash = addressHash(secrets.order, message.recipient)
      const reason = 'Mail to this address came back: there is no such mailbox.'
      await insertSuppression(
        tx,
        { hash, scope: bouncedScope, reason, messageId: message.id },
        clock.now(),
      )
    }
  })
  return 'bounced'
}
