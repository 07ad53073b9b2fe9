import type { Deps } from '../../deps.ts'
import { sendPromised } from './send-refund.ts'
import { type PaymentReport, settleInLanes } from './settle-payment.ts'
import type { Settled } from './settle-round.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/**
 * Settles gateways' reports about payments, and sends necessary refunds at once. Everybody who has read a payment
 * from a gateway calls this. Returns the result of each report, in order. Must run outside transactions. Rejects when
 * one report cannot be settled; the others are settled nevertheless, and repeating any of them is harmless.
 */
export async function settle(
  deps: Dependencies,
  reports: readonly [PaymentReport],
): Promise<[Settled]>
export async function settle(
  deps: Dependencies,
  reports: readonly PaymentReport[],
): Promise<Settled[]>
export async function settle(
  deps: Dependencies,
  reports: readonly PaymentReport[],
): Promise<Settled[]> {
  const settled = await settleInLanes(deps, reports)
  const givenBack = reports.filter((_, at) => settled[at]?.givenBack)
  await sendPromised(
    deps,
    givenBack.map(({ order }) => order.id),
  )
  return settled
}
