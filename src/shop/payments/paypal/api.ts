import { operationKey, type Patience, patient, withRetries } from '../retry.ts'
import { unknownReference, walletError } from './errors.ts'
import { readJson, walletBase, type WalletHttp, walletHttp } from './http.ts'

export type WalletOptions = {
  clientId: string
  clientSecret: string
  /** The provider's id of our webhook: part of what its signature covers. Without it no message is accepted. */
  webhookId: string
  environment: 'sandbox' | 'live'
  /** Who is paid, when that is another account than the credentials'. */
  merchantId?: string | undefined
  /** Another address than the provider's; for tests. */
  apiBase?: string | undefined
  clock: { now(): Date }
  patience?: Patience | undefined
}

export type WalletConnection = {
  http: WalletHttp
  merchantId: string | undefined
}

export function connectWallet(options: WalletOptions): WalletConnection {
  const http = walletHttp({
    baseUrl: walletBase(options),
    credentials: { clientId: options.clientId, clientSecret: options.clientSecret },
    clock: options.clock,
    patience: options.patience ?? patient,
  })
  return { http, merchantId: options.merchantId }
}

export type WalletCall = {
  /** What we want, for error texts and in the key. */
  operation: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object | undefined
  /** Names what must happen once; the provider answers a repetition with the same. */
  idempotencyKey?: string | undefined
}

/** One call in our name, with our repeats and errors. The answer is what it says it is; it has an `id` unless it is empty. */
export function ask<T>({ http }: WalletConnection, call: WalletCall): Promise<T> {
  const { operation, method, path, body, idempotencyKey } = call
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json', prefer: 'return=representation' }),
    ...(idempotencyKey !== undefined && {
      'paypal-request-id': operationKey(operation, idempotencyKey),
    }),
  }
  const question = { operation, method, path, headers, body: body && JSON.stringify(body) }
  return withRetries(http.patience, async (): Promise<T> => {
    const { status, headers: answered, text } = await http.send(question)
    if (status === 204) return {} as T
    const answer = status >= 200 && status < 300 ? readJson(text) : undefined
    if (!answer || typeof answer['id'] !== 'string') {
      throw walletError(operation, { status, headers: answered, text })
    }
    return answer as T
  })
}

/** An id comes out of a URL; anything but these characters could address another resource. */
export function safeId(reference: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(reference)) return reference
  throw unknownReference('lookUp')
}
