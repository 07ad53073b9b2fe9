import { serverSecret } from '../access/secrets/lookup.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { connectedAccounts, settingsThatWin } from '../shop/payments/accounts/connected-accounts.ts'
import { createGateways } from '../shop/payments/gateways.ts'
import { paymentMetrics } from '../shop/payments/payment-metrics.ts'
import { sandboxStore } from '../shop/payments/sandbox/keep-sandbox.ts'
import { paymentsInWords } from '../shop/payments/say-payments.ts'

/** How buyers pay, and which connected accounts nobody is paid at because a setting wins. */
export async function doctorOfPayments(db: Db, config: Config): Promise<string[]> {
  const random = systemRandom
  const accounts = await connectedAccounts(db, await serverSecret(db, random, 'order'), config)
  const gateways = await createGateways(await accounts.settings(), {
    clock: systemClock,
    random,
    log: createLog('silent'),
    sandboxStore: sandboxStore(db, { always: config.sandbox === 'on' }),
    metrics: paymentMetrics(),
    accounts,
  })
  const winning = await settingsThatWin(db, config)
  return [
    paymentsInWords(gateways),
    ...winning.map(
      setting =>
        `  A merchant connected an account, but ${setting} is set and wins: nobody is paid at the connected one.`,
    ),
  ]
}
