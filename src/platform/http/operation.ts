import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
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
  /** The folder of the embedded database; undefined with a server, whose disk is its own. */
  dataDir: string | undefined
}

const retryAfterSeconds = 2
// A readiness check is answered within this time, whatever the state of the database.
const answerMaxMs = 5000

/** Routes for operators: whether the process lives, whether it can serve requests, and its metrics. */
export function operationRoutes(app: FastifyInstance, deps: Operation) {
  const { pool, metrics, metricsToken, stop, dataDir } = deps
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { statusCode: status, elapsedTime: ms } = reply
    metrics.answered(app.log, { reqId: request.id, method: request.method, route, status, ms })
    done()
  })
  const isReady = whileAsking(async () => {
    if (dataDir !== undefined) await demandRoom(dataDir)
    await writable(pool)
  })
  const quiet = { config: { rateLimit: false } }
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async () => {
    if (stop.isGiven()) {
      fail('rest_unavailable', { message: stopping, retryAfterSeconds, isUsual: true })
    }
    await isReady()
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) fail('rest_forbidden', { status: 401 })
    const { registry } = metrics
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Less than this is no room for the next order and its part of the log. */
const roomBytes = 8 * 1024 * 1024

/** Without room every write fails, though the database still answers. Blocks for root alone do not count as room. */
async function demandRoom(folder: string) {
  // Where the system does not tell, as in tests without a folder, the answer of the database decides.
  const disk = await statfs(folder).catch(() => undefined)
  if (disk === undefined || disk.bavail * disk.bsize >= roomBytes) return
  fail('rest_unavailable', { message: diskFull, retryAfterSeconds })
}

const diskFull = 'The disk of the data folder is full; nothing can be written until space is freed.'
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
  const header = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return header.length === wanted.length && timingSafeEqual(header, wanted)
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
/**
 * The headers of programs that read metrics, and of a browser on this machine. Proxies have dozens of names for what they
 * add, so every other header counts as one of theirs.
 */
const ofReaders = new Set(
  'host user-agent accept accept-encoding accept-language accept-charset connection keep-alive cache-control pragma dnt range te priority upgrade-insecure-requests if-none-match if-modified-since cookie referer authorization content-length x-prometheus-scrape-timeout-seconds traceparent tracestate'.split(
    ' ',
  ),
)
const isOfReader = (name: string) => ofReaders.has(name) || name.startsWith('sec-')

/**
 * Whether the request comes from this machine itself, and not through a proxy on it. A proxy is recognised by its
 * headers, by the public host name, or by HTTP/1.0, nginx's default.
 */
function isDirectFromHere({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    loopback.has(socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    httpVersion !== '1.0' &&
    Object.keys(headers).every(isOfReader)
  )
}
