import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Budgets } from '../budgets/budgets.ts'
import { networkOf } from '../net/network-of.ts'

/** Requests per minute of one network, counted in one place for the framework and for what comes before it. */
export type RequestLimit = {
  readonly most: number
  /** Counts a request and returns the headers that tell what is left; `spent` counts nothing. */
  take(address: string): readonly string[] | 'spent'
  /** The same counts as the framework's limit wants them. */
  store: FastifyRateLimitStoreCtor
}

const windowSeconds = 60

/** The limit of so many requests a minute, of all processes together; undefined where 0 switches it off. */
export function createRequestLimit(budgets: Budgets, most: number): RequestLimit | undefined {
  if (most === 0) return undefined
  const budget = budgets.budget({ name: 'requests', limit: most, windowSeconds })
  class Store implements FastifyRateLimitStore {
    incr(name: string, done: Parameters<FastifyRateLimitStore['incr']>[1]) {
      const current = budget.take(name) ? Math.min(most, budget.spent(name)) : most + 1
      done(null, { current, ttl: budget.secondsLeft(name) * 1000 })
    }
    child() {
      return this
    }
  }
  return {
    most,
    store: Store,
    take(address) {
      const name = networkOf(address)
      if (!budget.take(name)) return 'spent'
      const remaining = Math.max(0, most - budget.spent(name))
      const headers = { limit: most, remaining, reset: budget.secondsLeft(name) }
      return Object.entries(headers).flatMap(([what, value]) => [
        `x-ratelimit-${what}`,
        String(value),
      ])
    },
  }
}
