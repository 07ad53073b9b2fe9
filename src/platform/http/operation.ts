import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { fail } from '../../core/errors.ts'
import type { StopNotice } from './limits/drain.ts'
import type { Metrics } from './request/metrics.ts'

export type Operation = {
  pool: Pool
  metrics: Metrics
  metricsToken: string
  stop: Pick<StopNotice, 'isGiven'>
}

const retryAfterSeconds = 2
// A readiness check is answered within this time, whatever the state of the database.
const answerMaxMs = 5000

/** Routes for operators: whether the process lives, whether it can serve requests, and its metrics. */
export function operationRoutes(app: FastifyInstance, means: Operation) {
  const { pool, metrics, metricsToken, stop } = means
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { statusCode: status, elapsedTime: ms } = reply
    metrics.answered(app.log, { reqId: request.id, method: request.method, route, status, ms })
    done()
  })
  const isWritable = whileAsking(() => writable(pool))
  const quiet = { config: { rateLimit: false } }
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async () => {
    if (stop.isGiven()) {
      fail('rest_unavailable', { message: stopping, retryAfterSeconds, isUsual: true })
    }
    await isWritable()
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) fail('rest_forbidden', { status: 401 })
    const { registry } = metrics
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const stopping = 'The service is stopping.'

/**
 * Runs the work once for all simultaneous callers, because readiness has one connection, and a flood of checks must
 * not occupy it.
 */
function whileAsking(work: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | undefined
  return () => {
    asking ??= work().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** A standby answers queries but takes no orders, so readiness asks for a server that can write. */
async function writable(pool: Pool) {
  const question = { text: 'select pg_is_in_recovery() as standby', query_timeout: answerMaxMs }
  const { rows } = await pool.query<{ standby: boolean }>(question)
  if (rows[0]?.standby === true) fail('rest_unavailable', { retryAfterSeconds })
}

function mayReadMetrics(request: FastifyRequest, token: string): boolean {
  if (token === '') return isDirectFromHere(request.raw)
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
/** Headers with which proxies name their clients. */
const passedOn =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|x-original-.*|x-envoy-.*)$/

/**
 * Whether the request comes from this machine itself, and not through a proxy on it. A proxy is recognised by its
 * headers, by the public host name, or by HTTP/1.0, nginx's default.
 */
function isDirectFromHere({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    loopback.has(socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some(name => passedOn.test(name))
  )
}
