import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Budgets } from '../budgets/budgets.ts'
import { networkOf } from '../net/network-of.ts'

/** Requests per minute of one network, counted in one place for the framework and for answers sent before it. */
export type RequestLimit = {
  readonly most: number
  /** Counts a request and returns the headers that tell what is left; with `spent` it only returns them. */
  take(address: string): readonly string[] | 'spent'
  /** The same counts in the form of the framework's limit. */
  store: FastifyRateLimitStoreCtor
}

const windowSeconds = 60

/** The limit of requests a minute over all processes; undefined when 0 switches it off. */
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
