import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { GatewayUnavailable } from './gateway-errors.ts'

/** How often and how long a provider is tried. A buyer waits for the answer, so all tries together take seconds. */
export type Patience = {
  timeoutMs: number
  attempts: number
  /** The pause doubles after each try, with jitter. */
  firstWaitMs: number
}

export const patient: Patience = { timeoutMs: 12_000, attempts: 3, firstWaitMs: 250 }

const longestWaitMs = 2_000

/** Repeats a call while trying again can help, with the same arguments and therefore the same idempotency key. */
export async function withRetries<T>(patience: Patience, call: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call()
    } catch (error) {
      const wait = waitBefore(tried, patience, error)
      if (wait === undefined) throw error
      await pause(wait)
    }
  }
}

function waitBefore(tried: number, patience: Patience, error: unknown): number | undefined {
  if (!(error instanceof GatewayUnavailable) || !error.retryable || error.keySpent) return undefined
  if (tried >= patience.attempts) return undefined
  const pauseMs = (error.retryAfterSeconds ?? 0) * 1000
  if (pauseMs > longestWaitMs) return undefined
  const backoff = patience.firstWaitMs * 2 ** (tried - 1)
  return Math.min(longestWaitMs, Math.max(pauseMs, backoff + randomInt(Math.max(1, backoff))))
}

/**
 * The key of one operation of an attempt at a provider: create, capture and refund never share one. Keys are short
 * and plain, so that they also fit into the providers' own reference fields.
 */
export function operationKey(operation: string, key: string): string {
  if (!/^[A-Za-z0-9._-]{1,90}$/.test(key)) throw new Error('An idempotency key is 1 to 90 letters')
  return `${operation}.${key}`
}
