import type { Deps } from '../../deps.ts'
import { readAccount, withConnectedAccounts } from './connected-accounts.ts'
import { sealAccount } from './seal-account.ts'
import { deleteAccount, saveAccount } from './store.ts'

type Json = Readonly<Record<string, unknown>>

/** What the provider's account page sends back, as far as it is read. */
export type CardAccountPayload = Json & { nonce?: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads the base64 of a JSON object; nothing when it is something else. */
export function readCardAccount(sent: string): CardAccountPayload | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(sent, 'base64').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const webhookSecretsKept = 3

/**
 * Connects, or disconnects, the card account of a payload whose nonce was checked. Keys are stored encrypted; of the
 * secrets that sign messages the three newest count. Answers how it ended, as pairs for a query string.
 */
export async function connectCard(
  { db, config, gateways, secrets }: Deps,
  payload: CardAccountPayload,
): Promise<Record<string, string>> {
  if (payload['tc-stripe-error']) {
    return { 'tc-stripe-error': text(payload['tc-stripe-error']).slice(0, 100) }
  }
  if (payload['stripe_disconnected']) {
    await deleteAccount(db, 'card')
    await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
    return { stripe_disconnected: '1' }
  }
  const mode = isObject(payload['live']) ? 'live' : 'sandbox'
  const keys = payload[mode]
  const secretKey = isObject(keys) ? text(keys['access_token']) : ''
  const account = text(payload['stripe_user_id'])
  if (!isObject(keys) || secretKey === '' || account === '') {
    return { 'tc-stripe-error': 'incomplete-account' }
  }
  const before = await readAccount(db, secrets.order, 'card')
  const known = before?.secrets['webhookSecrets']
  const webhook = isObject(payload['webhook']) ? text(payload['webhook']['secret']) : ''
  const webhookSecrets = [webhook, ...(Array.isArray(known) ? known.map(text) : [])]
    .filter((secret, index, all) => secret !== '' && all.indexOf(secret) === index)
    .slice(0, webhookSecretsKept)
  await saveAccount(db, 'card', {
    details: { account, mode, publishableKey: text(keys['publishable_key']) },
    secrets: sealAccount(secrets.order, { secretKey, webhookSecrets }),
  })
  await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
  return { 'tc-status': 'stripe-signup-complete' }
}
