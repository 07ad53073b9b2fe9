import type { Deps } from '../../deps.ts'
import { sendPromised } from './send-refund.ts'
import { type PaymentReport, settleInLanes } from './settle-payment.ts'
import type { Settled } from './settle-round.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/**
 * Settles what gateways report of payments, and sends the money that could not be kept back at once. The way for
 * everybody who has asked a gateway; returns what came of each report, in their order. Must run outside transactions.
 * Rejects when one of them cannot be settled; the others are settled nevertheless, and to repeat any is harmless.
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
