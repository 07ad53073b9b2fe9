import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Budgets } from '../../budgets/budgets.ts'
import { networkOf } from '../../net/network-of.ts'
import { sendFailure } from '../answer/failures.ts'
import type { KnownCredentials } from '../request/known-credentials.ts'

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

/** Counts every request to the server under the name of its sender, before anything else is done for it. */
export async function limitRequests(
  app: FastifyInstance,
  { most, store }: RequestLimit,
  senderOf: KnownCredentials['senderOf'],
) {
  app.addHook('onRoute', route => {
    if (!route.config?.signed) return
    route.config.rateLimit = false
    route.errorHandler = (error, request, reply) => void failUnproven(error, request, reply)
  })
  await app.register(rateLimit, { max: most, store, keyGenerator: senderOf })
  const count = app.rateLimit()
  app.addHook('onRequest', async (request, reply) => {
    // The framework counts only requests that have a route.
    if (request.is404) await count.call(app, request, reply)
  })

  /**
   * A payment provider sends hundreds of messages a second from few addresses, so a message counts only if it failed
   * before its signature was found right. Once its network has spent the limit, such a failure is 429.
   */
  async function failUnproven(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    let failure = error
    try {
      if (!request.isProven) await count.call(app, request, reply)
    } catch (spent) {
      failure = spent
    }
    sendFailure(failure, request, reply)
  }
}
