import { spendSingleNonce } from '../../../access/nonces/single-nonce.ts'
import type { Caller } from '../../../core/caller.ts'
import { isProviderKey } from '../../../core/provider-key.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { readAccount, withConnectedAccounts } from './connected-accounts.ts'
import { saidOfSetting } from './rules.ts'
import { sealAccount } from './seal-account.ts'
import { deleteAccount, noteConfigured, saveAccount } from './store.ts'

type Json = Readonly<Record<string, unknown>>

/** The members that we read of the provider's account payload. */
export type CardAccountPayload = Json & { nonce?: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Decodes a JSON object in base64; undefined for anything else. */
export function readCardAccount(text: string): CardAccountPayload | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const webhookSecretsKept = 3

type Outcome = Record<string, string>

/**
 * Connects or disconnects the card account in a payload, and uses its nonce up in the same transaction. Keys are
 * stored encrypted; of the secrets that sign messages the three newest of this account count. Returns the result as
 * pairs for a query string, with the setting that wins over the account; undefined when the nonce is invalid.
 */
export async function connectCard(
  { db, clock, config, gateways, secrets }: Deps,
  { payload, caller }: { payload: CardAccountPayload; caller: Caller },
): Promise<Outcome | undefined> {
  const nonce = { action: 'connect-card', nonce: payload.nonce, now: clock.now(), caller } as const
  const outcome = await transaction(db, async tx =>
    (await spendSingleNonce(tx, nonce)) ? changeAccount(tx, secrets.order, payload) : undefined,
  )
  if (!outcome) return undefined
  await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
  return 'tc-stripe-error' in outcome ? outcome : { ...outcome, ...saidOfSetting(config, 'card') }
}

/** The secret of a payload and those known before, the newest first. */
function secretsThatCount(webhook: unknown, current: unknown): string[] {
  const secret = isObject(webhook) ? text(webhook['secret']) : ''
  return [secret, ...(Array.isArray(current) ? current.map(text) : [])]
    .filter((one, index, all) => one !== '' && all.indexOf(one) === index)
    .slice(0, webhookSecretsKept)
}

async function changeAccount(
  tx: Tx,
  secret: Buffer,
  payload: CardAccountPayload,
): Promise<Outcome> {
  if (payload['tc-stripe-error']) {
    return { 'tc-stripe-error': text(payload['tc-stripe-error']).slice(0, 100) }
  }
  // The account may have been connected by an older release, which does not record that.
  if (payload['stripe_disconnected']) {
    if (await readAccount(tx, secret, 'card')) await noteConfigured(tx, ['card'])
    await deleteAccount(tx, 'card')
    return { stripe_disconnected: '1' }
  }
  const mode = isObject(payload['live']) ? 'live' : 'sandbox'
  const keys = payload[mode]
  const secretKey = isObject(keys) ? text(keys['access_token']) : ''
  const account = text(payload['stripe_user_id'])
  if (!isObject(keys) || !isProviderKey(secretKey) || account === '') {
    return { 'tc-stripe-error': 'incomplete-account' }
  }
  const before = await readAccount(tx, secret, 'card')
  // Whoever had another account may know its secrets, and could sign messages about this one.
  const current = before?.details['account'] === account ? before.secrets['webhookSecrets'] : []
  const webhookSecrets = secretsThatCount(payload['webhook'], current)
  await saveAccount(tx, 'card', {
    details: { account, mode, publishableKey: text(keys['publishable_key']) },
    secrets: sealAccount(secret, { secretKey, webhookSecrets }),
  })
  await noteConfigured(tx, ['card'])
  return { 'tc-status': 'stripe-signup-complete' }
}
