import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Clock } from '../clock.ts'
import { networkOf } from '../net/network-of.ts'
import { createCounter } from './counter.ts'

/** Requests per minute of one network, counted in one place for the framework and for what comes before it. */
export type RequestLimit = {
  readonly most: number
  /** Counts a request and answers the headers that tell what is left; `spent` counts nothing. */
  take(address: string): readonly string[] | 'spent'
  /** The same counts as the framework's limit wants them. */
  store: FastifyRateLimitStoreCtor
}

const windowSeconds = 60

/** The limit of so many requests a minute; undefined where 0 switches it off. */
export function createRequestLimit(clock: Clock, most: number): RequestLimit | undefined {
  if (most === 0) return undefined
  const counter = createCounter(clock, { windowSeconds })
  class Store implements FastifyRateLimitStore {
    incr(name: string, done: Parameters<FastifyRateLimitStore['incr']>[1]) {
      counter.add(name)
      done(null, { current: counter.count(name), ttl: counter.secondsLeft(name) * 1000 })
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
      if (counter.count(name) >= most) return 'spent'
      counter.add(name)
      const left = most - counter.count(name)
      const headers = { limit: most, remaining: left, reset: counter.secondsLeft(name) }
      return Object.entries(headers).flatMap(([what, value]) => [
        `x-ratelimit-${what}`,
        String(value),
      ])
    },
  }
}
