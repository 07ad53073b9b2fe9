import { GatewayUnavailable } from '../gateway-errors.ts'
import {
  askProvider,
  type ProviderAnswer,
  type ProviderQuestion,
  ProviderSilent,
} from '../provider-http.ts'
import type { Patience } from '../retry.ts'

export const walletHosts = {
  live: ['https://api-m.paypal.com', 'https://api.paypal.com'],
  sandbox: ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
} as const

/** The root address of the wallet's API. */
export const walletBase = (options: {
  environment: 'sandbox' | 'live'
  apiBase?: string | undefined
}): string => options.apiBase || walletHosts[options.environment][0]

export type HttpAnswer = ProviderAnswer

export type HttpQuestion = ProviderQuestion & {
  /** The name of the operation, for error texts. */
  operation: string
}

const provider = 'paypal'

/**
 * Sends one request with a deadline, a limit on the answer's size, and no redirects. Rejects with
 * `GatewayUnavailable`.
 */
export async function askOverHttp({ operation, ...question }: HttpQuestion): Promise<HttpAnswer> {
  try {
    return await askProvider(question)
  } catch (error) {
    const code = error instanceof ProviderSilent ? error.code : 'network'
    throw new GatewayUnavailable({ provider, operation, code })
  }
}

export type WalletCredentials = { clientId: string; clientSecret: string }

export type WalletHttp = {
  readonly baseUrl: string
  readonly patience: Patience
  /**
   * Sends a request with our token, which is fetched, kept until shortly before it expires, and renewed when it is
   * refused.
   */
  send(question: {
    operation: string
    method: string
    path: string
    headers?: Record<string, string>
    body?: string | undefined
  }): Promise<HttpAnswer>
}

const mostBytes = 1_000_000

/** The wallet's HTTP side: credentials, deadlines and limits of every call. */
export function walletHttp(options: {
  baseUrl: string
  credentials: WalletCredentials
  clock: { now(): Date }
  patience: Patience
}): WalletHttp {
  const { baseUrl, patience } = options
  const tokens = tokenKeeper(options)
  const send: WalletHttp['send'] = async ({ operation, method, path, headers, body }) => {
    const ask = async () =>
      askOverHttp({
        operation,
        method,
        url: new URL(path, baseUrl).href,
        headers: { ...headers, authorization: `Bearer ${await tokens.current()}` },
        body,
        timeoutMs: patience.timeoutMs,
        mostBytes,
      })
    const answer = await ask()
    if (answer.status !== 401) return answer
    tokens.forget()
    return ask()
  }
  return { baseUrl, patience, send }
}

type Token = { value: string; endsAt: number }

function tokenKeeper(options: Parameters<typeof walletHttp>[0]) {
  const { clock, baseUrl, credentials, patience } = options
  let kept: Promise<Token> | undefined
  async function fresh(): Promise<Token> {
    const answer = await fetchToken({
      baseUrl,
      patience,
      authorization: basic(credentials.clientId, credentials.clientSecret),
      form: { grant_type: 'client_credentials' },
    })
    // A minute earlier than promised, so that a token does not expire on the way.
    return {
      value: answer.accessToken,
      endsAt: clock.now().getTime() + (answer.expiresInSeconds - 60) * 1000,
    }
  }
  return {
    async current(): Promise<string> {
      const held = kept
      const token = await held?.catch(() => undefined)
      if (token && token.endsAt > clock.now().getTime()) return token.value
      // The first caller fetches the token, and simultaneous ones wait for the same answer.
      if (kept === held) kept = fresh()
      return (await (kept ?? fresh())).value
    },
    forget() {
      kept = undefined
    },
  }
}

export const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

/**
 * Fetches an access token with any grant. Refused credentials are `GatewayUnavailable` that trying again does not
 * help.
 */
export async function fetchToken(question: {
  baseUrl: string
  patience: Patience
  authorization: string
  form: Record<string, string>
}): Promise<{ accessToken: string; expiresInSeconds: number }> {
  const operation = 'token'
  const { status, text } = await askOverHttp({
    operation,
    method: 'POST',
    url: new URL('/v1/oauth2/token', question.baseUrl).href,
    headers: {
      authorization: question.authorization,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(question.form).toString(),
    timeoutMs: question.patience.timeoutMs,
    mostBytes,
  })
  const answer = status === 200 ? readJson(text) : undefined
  const accessToken = answer?.['access_token']
  const seconds = answer?.['expires_in']
  if (typeof accessToken === 'string' && accessToken !== '') {
    return { accessToken, expiresInSeconds: typeof seconds === 'number' ? seconds : 300 }
  }
  throw new GatewayUnavailable(
    { provider, operation, status, code: 'no_token' },
    { retryable: status >= 500 || status === 429 },
  )
}

/** Parses a JSON object; undefined for anything else. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
