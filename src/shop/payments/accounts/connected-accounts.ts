import type { Db } from '../../../platform/db/database.ts'
import { namedWays, type PaymentSettings } from '../gateways.ts'
import { configuredWays } from '../lookup.ts'
import { winningSetting } from './rules.ts'
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
  loadedVersion: await accountsVersion(db),
  version: () => accountsVersion(db),
  settings: () => withConnectedAccounts(db, secret, settings),
  everConfigured: (current: PaymentSettings) => everConfigured(db, current),
})

/** The same for a command that only looks: it records nothing, so a check never ends the sandbox. */
export const lookedAtAccounts = async (
  db: Db,
  secret: Buffer,
  settings: PaymentSettings,
): ReturnType<typeof connectedAccounts> => ({
  ...(await connectedAccounts(db, secret, settings)),
  everConfigured: async current => {
    const { noted, missing } = await waysEver(db, current)
    return noted.length + missing.length > 0
  },
})

/** Inserts only missing rows, because a process may start on a read-only database. */
async function everConfigured(db: Db, settings: PaymentSettings): Promise<boolean> {
  const { noted, missing } = await waysEver(db, settings)
  await noteConfigured(db, missing)
  return noted.length + missing.length > 0
}

async function waysEver(db: Db, settings: PaymentSettings) {
  const noted = await configuredWays(db)
  const ways = new Set([...namedWays(settings), ...(await unnotedWays(db))])
  return { noted, missing: [...ways].filter(way => !noted.includes(way)) }
}

/** The settings that win over an account that is connected. */
export async function settingsThatWin(db: Db, settings: PaymentSettings): Promise<string[]> {
  const winning = (['card', 'wallet'] as const).map(async way => {
    const setting = winningSetting(settings, way)
    return setting !== undefined && (await loadAccount(db, way)) ? [setting] : []
  })
  return (await Promise.all(winning)).flat()
}

/** The payment settings with the connected accounts. Values in the configuration win. */
export async function withConnectedAccounts(
  db: Db,
  secret: Buffer,
  settings: PaymentSettings,
): Promise<PaymentSettings> {
  const read = async (way: 'card' | 'wallet') =>
    winningSetting(settings, way) ? undefined : readAccount(db, secret, way)
  const card = await read('card')
  const wallet = await read('wallet')
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
