import { operationKey, type Patience, patient, withRetries } from '../retry.ts'
import { unknownReference, walletError } from './errors.ts'
import { readJson, walletBase, type WalletHttp, walletHttp } from './http.ts'

export type WalletOptions = {
  clientId: string
  clientSecret: string
  /**
   * The provider's id of our webhook, which is part of what its signature covers. Without it no message is accepted.
   */
  webhookId: string
  environment: 'sandbox' | 'live'
  /** The account that is paid, when it is not the one of the credentials. */
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
  /** The name of the operation, for error texts and in the key. */
  operation: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object | undefined
  /** The idempotency key; the provider answers a repetition with the same result. */
  idempotencyKey?: string | undefined
}

/** `isNew`: this call made what is answered. A repeated call is answered with 200 instead of 201. */
type CallResult<T> = { answer: T; isNew: boolean }

/** The answer to one call, as `answerTo` returns it. */
export const ask = async <T>(connection: WalletConnection, call: WalletCall): Promise<T> =>
  (await answerTo<T>(connection, call)).answer

/** One call with our credentials, retries and errors. An answer is checked to have an `id` unless it is empty. */
export function answerTo<T>({ http }: WalletConnection, call: WalletCall): Promise<CallResult<T>> {
  const { operation, method, path, body, idempotencyKey } = call
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json', prefer: 'return=representation' }),
    ...(idempotencyKey !== undefined && {
      'paypal-request-id': operationKey(operation, idempotencyKey),
    }),
  }
  const question = { operation, method, path, headers, body: body && JSON.stringify(body) }
  return withRetries(http.patience, async (): Promise<CallResult<T>> => {
    const { status, headers: answered, text } = await http.send(question)
    if (status === 204) return { answer: {} as T, isNew: true }
    const answer = status >= 200 && status < 300 ? readJson(text) : undefined
    if (!answer || typeof answer['id'] !== 'string') {
      throw walletError(operation, { status, headers: answered, text })
    }
    return { answer: answer as T, isNew: status === 201 }
  })
}

/** Ids may come from a URL, where other characters could address another resource. */
export function safeId(reference: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(reference)) return reference
  throw unknownReference('lookUp')
}
