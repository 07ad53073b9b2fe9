import type { Deps } from '../../deps.ts'
import { winningSetting } from './rules.ts'
import { loadAccount } from './store.ts'

/** A way to be paid, and the account behind it. */
type PaymentAccount = {
  way: 'card' | 'wallet'
  provider: 'Stripe' | 'PayPal'
  /** What names the account: a setting of the environment, or the merchant's connection; null where there is none. */
  by: 'setting' | 'connection' | null
  /** The provider's id of a connected account; null where a setting decides. */
  account: string | null
  /** Whether money moves; null without an account. */
  mode: 'live' | 'test' | null
}

/** The accounts that are paid, one for each way of paying. Secrets are not read. */
export async function listAccounts({ db, config, gateways }: Deps): Promise<PaymentAccount[]> {
  const one = async (way: 'card' | 'wallet'): Promise<PaymentAccount> => {
    const provider = way === 'card' ? 'Stripe' : 'PayPal'
    const mode = modeOf(gateways[way]?.mode)
    if (winningSetting(config, way)) return { way, provider, by: 'setting', account: null, mode }
    const row = await loadAccount(db, way)
    if (!row) return { way, provider, by: null, account: null, mode: null }
    const details = row.details as Record<string, unknown>
    const id = details[way === 'card' ? 'account' : 'merchantId']
    const account = typeof id === 'string' ? id : null
    return { way, provider, by: 'connection', account, mode }
  }
  return [await one('card'), await one('wallet')]
}

const modeOf = (mode: 'live' | 'test' | 'sandbox' | undefined) =>
  mode === 'live' || mode === 'test' ? mode : null
