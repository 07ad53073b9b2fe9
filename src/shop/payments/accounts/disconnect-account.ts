import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { readAccount, withConnectedAccounts } from './connected-accounts.ts'
import type { GatewayEvent } from '../gateway.ts'
import { deleteAccount, noteConfigured } from './store.ts'

/**
 * Deletes the account that a merchant disconnected at the provider, so that nobody can pay with it from now on. A
 * message about another account, or about one from the configuration, changes nothing. Returns whether it was ours.
 */
export async function disconnectAccount(
  { db, config, gateways, log, secrets }: Deps,
  { gateway, accountId }: GatewayEvent,
): Promise<boolean> {
  if (gateway === 'sandbox') return false
  const account = await readAccount(db, secrets.order, gateway)
  const id = account?.details[gateway === 'card' ? 'account' : 'merchantId']
  if (accountId === undefined || id !== accountId) return false
  await transaction(db, async tx => {
    await noteConfigured(tx, [gateway])
    await deleteAccount(tx, gateway)
  })
  await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
  log.warn({ gateway }, 'the merchant disconnected the account at the provider')
  return true
}
