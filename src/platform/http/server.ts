import http, { type RequestListener } from 'node:http'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Random } from '../random.ts'
import { type ConnectionLimits, limitConnections, refuseBytes } from './limits/connections.ts'
import { corsOptions, isFromUs } from './cross-origin.ts'
import { endConnectionsOnClose } from './limits/drain.ts'
import { errorsPage, sendFailure } from './answer/failures.ts'
import { jsonParser } from './request/json-body.ts'
import type { KnownCredentials } from './request/known-credentials.ts'
import { readQueryBodies } from './request/query-body.ts'
import { addressOfRestRoute } from './request/rest-route.ts'
import {
  bodyBytesMax,
  demandSender,
  jsonTypes,
  openBodyBytesMax,
  parseQuery,
  requestIdOf,
} from './request/request.ts'
import { requestLog } from './request/request-log.ts'
import { limitRequests, type RequestLimit } from './limits/request-limit.ts'
import { countingHeaders } from './answer/respond.ts'
import { namespacesHere } from './missing-route.ts'
import { securityHeaders } from './answer/security-headers.ts'
import { noticeProxies } from './request/notice-proxies.ts'
import type { Shortcut } from './kept/shortcut.ts'

const fileBytesMax = 10 * 1024 * 1024
/**
 * Node's limit of a whole head: no part of an address is longer. What the router refuses itself, it answers without the
 * headers of every answer, and to browsers without a page.
 */
const addressBytesMax = http.maxHeaderSize
const requestTimeoutMs = 30_000
// How often Node checks for slow requests; by default they may take twice as long.
const timeoutsCheckedMs = 3000
const keepAliveTimeoutMs = 72_000

export type ServerOptions = {
  logger: FastifyServerOptions['loggerInstance'] | undefined
  random: Random
  /** The number of proxies before this process; each adds one address to X-Forwarded-For. */
  trustProxy: number
  limit: RequestLimit | undefined
  /** The name under which a request is counted. */
  senderOf: KnownCredentials['senderOf']
  connections: ConnectionLimits
  /** Called first for every request. */
  shortcut: Shortcut
  corsOrigins: readonly string[]
  /** The names of the count headers: pages of other origins may read them, and an envelope repeats them. */
  countingHeaders: readonly string[]
  /** The public address of the site. */
  publicRoot: string
  /** Path before the namespaces, where their index is; empty when there is none. */
  apiPrefix: string
  /** What the addresses of the interface begin with; all others are those of pages. */
  interfacePath: string
}

/** The HTTP server with its limits and everything every route shares. Routes are declared on it afterwards. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    serverFactory: framework => listenerFirst(options, framework),
    trustProxy: (_address, hop) => hop < options.trustProxy,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdOf(headers, options.random),
    requestIdHeader: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: addressBytesMax,
      querystringParser: parseQuery,
    },
    rewriteUrl: request => {
      const { method, headers } = request
      const url = addressOfRestRoute(withoutHost(request.url ?? '/'), options.apiPrefix)
      const meant = overriddenMethod(method, headers, url)
      request.standsForHead = meant === 'HEAD'
      // The answer to an overridden POST has a body, or its client would wait for one.
      request.method = meant === 'HEAD' && method === 'POST' ? 'GET' : meant
      return url.startsWith(options.interfacePath) ? url : asBrowsersMean(url)
    },
    frameworkErrors: (error, request, reply) => {
      void sendFailure(error, request, reply)
    },
    clientErrorHandler: refuseBytes(errorsPageOf(options)),
  })
  app.setErrorHandler(sendFailure)
  readBodies(app)
  readQueryBodies(app, openBodyBytesMax)
  endConnectionsOnClose(app)
  const always = alwaysHeaders(options)
  const notice = noticeProxies(app.log, options.trustProxy)
  app.decorate(countingHeaders, options.countingHeaders)
  app.decorate(errorsPage, errorsPageOf(options))
  app.decorate(namespacesHere, [])
  await app.register(cookie)
  app.addHook('onRequest', (request, _reply, done) => {
    notice(request)
    if (!isFromUs(request, options)) request.cookies = {}
    done()
  })
  // Otherwise the form of another site could replace a visitor's basket by one whose secret it knows.
  app.addHook('onSend', async (request, reply) => {
    if (reply.hasHeader('set-cookie') && !isFromUs(request, options))
      reply.removeHeader('set-cookie')
  })
  await app.register(multipart, { limits: { fileSize: fileBytesMax, files: 1, fields: 500 } })
  await app.register(cors, corsOptions(options))
  if (options.limit) await limitRequests(app, options.limit, options.senderOf)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    reply.header('request-id', request.id)
    done()
  })
  return app
}

/**
 * A request may name the whole address instead of its path (RFC 9112, 3.2.2), and a proxy may pass that on. Its host
 * counts no more than that of a header, or pages would link to it.
 */
const withoutHost = (url: string): string => {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  // Two slashes at the beginning of a link name a host too, and browsers take a backslash for a slash.
  return /^\/[/\\]/.test(path) ? path.replace(/^[/\\]+/, '/') : path
}

/** An address that cannot be decoded, as browsers send what people type: its percent signs stand for themselves (contract.md 24.12). */
function asBrowsersMean(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const errorsPageOf = ({ publicRoot }: Pick<ServerOptions, 'publicRoot'>) =>
  `${publicRoot}/docs/errors`

/** The headers of every answer. */
function alwaysHeaders({ publicRoot, apiPrefix }: Pick<ServerOptions, 'publicRoot' | 'apiPrefix'>) {
  return {
    // One page alone may open a camera, and says so itself: the door's.
    'permissions-policy': 'camera=()',
    ...securityHeaders({
      contentSecurityPolicy: pagePolicy,
      crossOriginResourcePolicy: false,
      // Only over https, and only for this host, because other hosts of the domain may have no certificate.
      strictTransportSecurity: publicRoot.startsWith('https:') && hostOnly,
    }),
    'x-robots-tag': 'noindex',
    // Lets clients that know any address find the index of namespaces (contract.md 3.8).
    ...(apiPrefix && {
      link: `<${publicRoot}${apiPrefix}/>; rel="https://api.w.org/"`,
    }),
  }
}

type ListenerOptions = Pick<ServerOptions, 'shortcut' | 'connections' | 'publicRoot'>

function listenerFirst(options: ListenerOptions, framework: RequestListener) {
  const { shortcut, connections } = options
  const server = http.createServer(
    { connectionsCheckingInterval: timeoutsCheckedMs },
    (request, response) => {
      if (!shortcut(request, response)) framework(request, response)
    },
  )
  limitConnections(server, connections, errorsPageOf(options))
  server.requestTimeout = requestTimeoutMs
  // Where headers may take longer than the whole request, as they do by default, Node exchanges the two limits.
  server.headersTimeout = requestTimeoutMs
  server.keepAliveTimeout = keepAliveTimeoutMs
  return server
}

/** Our pages need no inline scripts, so none may run: markup that the cleaning of HTML misses stays inert. */
const pagePolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'https:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
  },
}

const hostOnly = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false }

type BodyParsed = (error: Error | null, body?: unknown) => void

/** JSON and forms arrive as bytes, which are kept for signatures, and are parsed here; a picture is its own body. */
function readBodies(app: FastifyInstance) {
  const parseJson = jsonParser(app)
  app.addHook('preParsing', (request, _reply, ...[payload, done]) => {
    try {
      demandSender(request)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    jsonTypes,
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done: BodyParsed) => {
      request.rawBody = body
      // The signature is over the bytes. Parsing them first would let anybody use seconds of the processor.
      if (body.length === 0 || request.routeOptions.config.signed) return done(null, {})
      return parseJson(request, body, done)
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done: BodyParsed) => {
      request.rawBody = body
      request.bodyIsText = true
      done(null, request.routeOptions.config.signed ? {} : parseQuery(body.toString('utf8')))
    },
  )
  app.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: fileBytesMax },
    (request: FastifyRequest, body: Buffer, done: BodyParsed) => {
      request.rawBody = body
      done(null, {})
    },
  )
}

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** A method that the framework knows and no route has. */
const unroutable = 'TRACE'

/**
 * `X-HTTP-Method-Override` or `?_method=` on a POST, for clients that can send nothing else. An unknown method is
 * answered like an unknown route, and never handled as a POST.
 */
function overriddenMethod(
  method: string | undefined,
  headers: Record<string, string | string[] | undefined>,
  url: string,
): string {
  if (method !== 'POST') return method ?? 'GET'
  const wanted = headers['x-http-method-override'] ?? methodInQuery(url)
  if (wanted === undefined) return method
  const upper = typeof wanted === 'string' ? wanted.toUpperCase() : ''
  return methods.has(upper) ? upper : unroutable
}

/** Decoded like every other parameter. */
function methodInQuery(url: string): unknown {
  const mark = url.indexOf('?')
  return mark < 0 ? undefined : parseQuery(url.slice(mark + 1))['_method']
}
