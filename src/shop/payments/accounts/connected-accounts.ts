import type { Db } from '../../../platform/db/database.ts'
import { namedWays, type PaymentSettings } from '../gateways.ts'
import { configuredWays } from '../lookup.ts'
import { openAccount } from './seal-account.ts'
import {
  type AccountName,
  accountsVersion,
  loadAccount,
  noteConfigured,
  unnotedWays,
} from './store.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => (Array.isArray(value) ? value.map(text) : [])

/** The decrypted credentials of an account; undefined when none is connected under this name. */
export async function readAccount(db: Db, secret: Buffer, name: AccountName) {
  const row = await loadAccount(db, name)
  if (!row?.secrets) return undefined
  const details = row.details as Record<string, unknown>
  return { details, secrets: openAccount(secret, row.secrets), sealed: row.secrets }
}

/** The connected accounts, which `createGateways` follows. */
export const connectedAccounts = async (db: Db, secret: Buffer, settings: PaymentSettings) => ({
  known: await accountsVersion(db),
  version: () => accountsVersion(db),
  settings: () => withConnectedAccounts(db, secret, settings),
  everConfigured: (current: PaymentSettings) => everConfigured(db, current),
})

/** Inserts only missing rows, because a process may start on a read-only database. */
async function everConfigured(db: Db, settings: PaymentSettings): Promise<boolean> {
  const noted = await configuredWays(db)
  const ways = new Set([...namedWays(settings), ...(await unnotedWays(db))])
  const missing = [...ways].filter(way => !noted.includes(way))
  await noteConfigured(db, missing)
  return noted.length + missing.length > 0
}

/** The payment settings with the connected accounts. Values in the configuration win. */
export async function withConnectedAccounts(
  db: Db,
  secret: Buffer,
  settings: PaymentSettings,
): Promise<PaymentSettings> {
  const card = settings.stripeSecretKey === '' ? await readAccount(db, secret, 'card') : undefined
  const wallet =
    settings.paypalClientId === '' ? await readAccount(db, secret, 'wallet') : undefined
  return {
    ...settings,
    ...(card && {
      stripeSecretKey: text(card.secrets['secretKey']),
      stripePublishableKey: text(card.details['publishableKey']),
      stripeWebhookSecrets: [
        ...list(card.secrets['webhookSecrets']),
        ...settings.stripeWebhookSecrets,
      ],
    }),
    ...(wallet && {
      paypalClientId: text(wallet.details['clientId']),
      paypalClientSecret: text(wallet.secrets['clientSecret']),
      paypalWebhookId: text(wallet.details['webhookId']) || settings.paypalWebhookId,
    }),
  }
}
