import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { version } from '../../version.ts'

export type RequestLine = {
  reqId?: string
  method: string
  route: string
  status: number
  ms: number
}

/** The metrics of the service, and one line in the log for each request. */
export type Metrics = {
  registry: Registry
  answered(log: FastifyBaseLogger, answer: RequestLine): void
}

export function createMetrics(pools: readonly Pool[], further: readonly Metric[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'marquee_' })
  const seconds = new Histogram({
    name: 'marquee_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  for (const metric of [connectionsOf(pools), buildInfo(), ...further]) {
    registry.registerMetric(metric)
  }
  return {
    registry,
    answered(log, answer) {
      const { method, route, status, ms } = answer
      seconds.observe({ method, route, status }, ms / 1000)
      log.info(answer, 'answered')
    },
  }
}

function buildInfo() {
  const info = new Gauge({
    name: 'marquee_build_info',
    help: 'Always 1; its labels say which versions of Marquee and Node run.',
    labelNames: ['version', 'node'],
    registers: [],
  })
  info.set({ version: version(), node: process.version }, 1)
  return info
}

function connectionsOf(pools: readonly Pool[]) {
  return new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections to the database by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const sum = (count: (pool: Pool) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0)
      this.set(
        { state: 'open' },
        sum(pool => pool.totalCount),
      )
      this.set(
        { state: 'idle' },
        sum(pool => pool.idleCount),
      )
      this.set(
        { state: 'wanted' },
        sum(pool => pool.waitingCount),
      )
    },
  })
}
