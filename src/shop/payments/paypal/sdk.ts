import {
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { GatewayRefused, GatewayUnavailable } from '../gateway-errors.ts'
import { unknownReference, walletError } from './errors.ts'
import { readJson, walletBase, type WalletHttp, walletHttp } from './http.ts'
import { type Patience, patient, withRetries } from '../retry.ts'

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
  orders: OrdersController
  payments: PaymentsController
  merchantId: string | undefined
}

/** The SDK's controllers over our own HTTP side. */
export function connectWallet(options: WalletOptions): WalletConnection {
  const http = walletHttp({
    baseUrl: walletBase(options),
    credentials: { clientId: options.clientId, clientSecret: options.clientSecret },
    clock: options.clock,
    patience: options.patience ?? patient,
  })
  const client = new Client({
    environment: options.environment === 'live' ? Environment.Production : Environment.Sandbox,
    // The SDK never recovers from one failed token request, so it holds a stand-in and our HTTP side the real token.
    clientCredentialsAuthCredentials: {
      oAuthClientId: 'unused',
      oAuthClientSecret: 'unused',
      oAuthToken: { accessToken: 'unused', tokenType: 'Bearer' },
    },
    unstable_httpClientOptions: { adapter: sdkAdapter(http) },
  })
  return {
    http,
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    merchantId: options.merchantId,
  }
}

type SdkRequest = {
  url: string
  method: string
  headers: { toJSON(): Record<string, unknown> }
  data?: unknown
}

/** Carries the SDK's requests over our HTTP side: it has no setting for another host, and this one has limits. */
function sdkAdapter(http: WalletHttp) {
  return async (config: SdkRequest) => {
    const { pathname, search } = new URL(config.url)
    const headers = Object.entries(config.headers.toJSON()).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ])
    const {
      status,
      headers: answered,
      text,
    } = await http.send({
      operation: `${config.method.toUpperCase()} ${pathname}`,
      method: config.method.toUpperCase(),
      path: pathname + search,
      headers: Object.fromEntries(headers),
      body: typeof config.data === 'string' ? config.data : undefined,
    })
    return { data: text, status, statusText: '', headers: answered, config, request: {} }
  }
}

type SdkAnswer = { statusCode: number; headers: Record<string, string>; body: string }

const isAnswer = (value: unknown): value is SdkAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'statusCode' in value &&
  'body' in value &&
  typeof value.body === 'string'

/**
 * One call of the SDK with our repeats and errors. The answer is read from its text: the SDK rejects answers with
 * words newer than itself.
 */
export function ask<T>(
  connection: WalletConnection,
  operation: string,
  call: () => Promise<unknown>,
) {
  return withRetries(connection.http.patience, async (): Promise<T> => {
    const answer = await call().catch((error: unknown) => error)
    if (answer instanceof GatewayUnavailable || answer instanceof GatewayRefused) throw answer
    if (!isAnswer(answer)) {
      const text = answer instanceof Error ? answer.message : 'no answer'
      const facts = { provider: 'paypal', operation, code: 'sdk', text }
      throw new GatewayUnavailable(facts, { retryable: false })
    }
    const { statusCode: status, headers, body: text } = answer
    if (status === 204) return {} as T
    const body = status >= 200 && status < 300 ? readJson(text) : undefined
    if (!body || typeof body['id'] !== 'string')
      throw walletError(operation, { status, headers, text })
    return body as T
  })
}

/** An id comes out of a URL; anything but these characters could address another resource. */
export function safeId(reference: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(reference)) return reference
  throw unknownReference('lookUp')
}
