import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { fail } from '../../core/errors.ts'
import type { StopNotice } from './drain.ts'

export type Operation = { pool: Pool; metricsToken: string; stop: Pick<StopNotice, 'isGiven'> }

const retryAfterSeconds = 2
// Whoever asks whether we are ready waits no longer than this, whatever became of the database.
const answerMaxMs = 5000

/** What whoever operates the service asks: does it live, is it ready for requests, how is it doing. */
export function operationRoutes(app: FastifyInstance, { pool, metricsToken, stop }: Operation) {
  const registry = measure(app, pool)
  const quiet = { config: { rateLimit: false } }
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async () => {
    if (stop.isGiven()) {
      fail('rest_unavailable', { message: 'The service is stopping.', retryAfterSeconds })
    }
    await writable(pool)
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) fail('rest_forbidden', { status: 401 })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** A standby answers queries but takes no orders, so readiness asks for a server that can write. */
async function writable(pool: Pool) {
  const question = { text: 'select pg_is_in_recovery() as standby', query_timeout: answerMaxMs }
  const { rows } = await pool.query<{ standby: boolean }>(question)
  if (rows[0]?.standby === true) fail('rest_unavailable', { retryAfterSeconds })
}

function measure(app: FastifyInstance, pool: Pool): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'marquee_' })
  const seconds = new Histogram({
    name: 'marquee_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections to the database by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'wanted' }, pool.waitingCount)
    },
  })
  registry.registerMetric(connections)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: reply.statusCode }
    seconds.observe(labels, reply.elapsedTime / 1000)
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'answered',
    )
  })
  return registry
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function mayReadMetrics(request: FastifyRequest, token: string): boolean {
  // A proxy on this machine speaks from it too, for anybody; it says so in these headers.
  const isPassedOn = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  if (token === '') return !isPassedOn && loopback.has(request.socket.remoteAddress ?? '')
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
