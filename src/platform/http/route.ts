import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { type ErrorCode, fail, failParams } from '../../core/errors.ts'
import type { Db } from '../db/database.ts'
import type { Attempt, Keyed } from '../idempotency/run-once.ts'
import type { StoredAnswer } from '../idempotency/rules.ts'
import { networkOf } from '../net/network-of.ts'
import { type Access, guard } from './access.ts'
import { Answer } from './answer.ts'
import { type AnswerCache, type AnswerCaches, sendKept } from './answer-cache.ts'
import type { ListLimit } from './list-limit.ts'
import {
  bodyBytesMax,
  openBodyBytesMax,
  readSources,
  type RequestInfo,
  requestInfo,
} from './request.ts'
import { isEnveloped, jsonOf, jsonType, send, shaping } from './respond.ts'
import { rememberSent } from './shortcut.ts'
import type { StorageLimit } from './storage-limit.ts'
import { compileShape, type Problems, readParameters } from './validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type None = TObject<Record<string, never>>

export type Input<P extends TObject, Q extends TObject, B extends TObject> = {
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  caller: Caller
  request: RequestInfo
  /** For reading: a list of everybody has connections of its own (list-limit.ts). */
  db: Db
  /** Set when the client sent an idempotency key. */
  attempt?: Attempt | undefined
}

/** What a request asks for, with what the route's `load` returned for it. */
type Loaded<I, L> = I & { loaded: L }

/**
 * One declaration of a route: validation, types, access, errors and documentation all come from it. A request goes
 * through it in the order `load`, `check`, `access`, `handle` (contract.md 2.1).
 */
export type RouteSpec<
  P extends TObject = None,
  Q extends TObject = None,
  B extends TObject = None,
  R extends TSchema = TSchema,
  L = undefined,
> = {
  /** Several methods share one handler and one set of parameters. */
  method: Method | readonly Method[]
  /** Relative to the namespace, e.g. `/venues/:id`; integer parameters match digits only. */
  path: string
  summary: string
  access: Access<Loaded<Input<P, Q, B>, L>>
  params?: P
  query?: Q
  body?: B
  returns: R
  /** What a record of this route is, where OPTIONS tells it. */
  record?: TObject
  /**
   * A read whose answer to an anonymous caller depends on the address alone and on the tables that are named here: it may
   * come from memory (answer-cache.ts).
   */
  shared?: readonly string[]
  /** Whether it puts a list together, which must not take what others need (list-limit.ts); it reads through `db`. */
  list?: true
  /** A GET that changes something, as the interface has some. A HEAD finds no route here: asking must not write. */
  writes?: true
  /** Who sends this proves itself to the handler, by a signature: what it stores is no stranger's (storage-limit.ts). */
  signed?: true
  /** The status of success; 200 unless said. */
  status?: number
  /** Codes it can answer with beyond the ones every route has. */
  errors?: readonly ErrorCode[]
  /**
   * Reads once what the rest of the route needs, e.g. the record that the path names; `check`, `access` and `handle` get
   * it as `loaded`. It is part of validation, so that it ends the request for bad parameters only (`failParams`), or, where
   * anyone may call, for an unknown record (`fail`). Where access is decided first, it returns undefined for that one, and
   * the handler fails. In a declaration it stands before its readers: TypeScript infers their types from it.
   */
  load?(input: Input<P, Q, B>): Promise<L> | L
  /** Further checks of the parameters that need the database. They come before access, like all of validation. */
  check?(input: Loaded<Input<P, Q, B>, L>): Promise<Problems>
  handle(
    input: Loaded<Input<P, Q, B>, L>,
  ): Promise<Static<R> | Answer<Static<R>>> | Static<R> | Answer<Static<R>>
}

/** A route as the documentation and the router see it, without its types. */
export type DeclaredRoute = {
  namespace: string
  methods: readonly Method[]
  path: string
  spec: AnySpec
}

/** A place to declare routes: one namespace with its prefix. */
export type Api = {
  readonly namespace: string
  readonly declared: DeclaredRoute[]
  readonly recognise: (request: RequestInfo) => Promise<Caller>
  readonly mount: (route: RouteOptions) => void
  readonly db: Db
  readonly lists: ListLimit
  /** Keeps the answers of `shared` routes. */
  readonly kept: AnswerCaches['of']
  /** What strangers may have stored. */
  readonly storage: StorageLimit
  /** Does a write that carries an idempotency key once. */
  readonly once: (
    keyed: Keyed,
    work: (attempt: Attempt) => Promise<StoredAnswer>,
  ) => Promise<StoredAnswer & { replayed: boolean }>
  /**
   * Names the record whose secret an anonymous request proves to know, e.g. its cart; undefined when it proves none. A
   * value that merely looks like such a secret proves nothing.
   */
  readonly provenBy: (request: RequestInfo, body: unknown) => Promise<string | undefined>
}

/** Declares a route of the namespace. */
export function route<
  P extends TObject = None,
  Q extends TObject = None,
  B extends TObject = None,
  R extends TSchema = TSchema,
  L = undefined,
>(api: Api, spec: RouteSpec<P, Q, B, R, L>) {
  const methods = typeof spec.method === 'string' ? [spec.method] : spec.method
  const empty = Type.Object({})
  const shape = compileShape(spec.params ?? empty, spec.query ?? empty, spec.body ?? empty)
  const untyped = spec as unknown as AnySpec
  api.declared.push({ namespace: api.namespace, methods, path: spec.path, spec: untyped })
  const kept = spec.shared && api.kept(spec.shared)
  const shown = [...Object.keys(spec.query?.properties ?? {}), ...shaping]
  // A provider's messages are as long as they are.
  const isOpen = spec.access === 'public' && !spec.signed
  const bodyLimit = isOpen ? openBodyBytesMax : bodyBytesMax
  api.mount({
    method: [...methods],
    ...(isOpen && { bodyLimit }),
    url: withPatterns(spec.path, spec.params),
    handler: kept ? (...exchange) => shareAnswer({ kept, make, read: shown }, exchange) : respond,
  })

  async function make(request: FastifyRequest, standBack?: () => void) {
    const info = requestInfo(request)
    if (spec.writes && info.isHead) fail('rest_no_route')
    const caller = await api.recognise(info)
    const parameters = readParameters(shape, await readSources(request, spec.body, bodyLimit))
    const asked = { ...parameters, caller, request: info }
    const answer = (db: Db) => decide({ ...asked, db })
    const made = untyped.list
      ? await api.lists.run({ caller, address: info.address, standBack }, answer)
      : await answer(api.db)
    return { caller, ...made }
  }

  async function decide(asked: Input<TObject, TObject, TObject>) {
    const input = { ...asked, loaded: await untyped.load?.(asked) }
    const problems = await untyped.check?.(input)
    if (problems && Object.keys(problems).length > 0) failParams(problems)
    await guard(untyped.access, input)
    return perform(api, untyped, input)
  }

  async function respond(request: FastifyRequest, reply: FastifyReply) {
    const { caller, body, status, headers } = await make(request)
    return send({ request, reply, caller }, body, { status, headers })
  }
}

type Make = (
  request: FastifyRequest,
  standBack?: () => void,
) => Promise<StoredAnswer & { caller: Caller }>

type Sharing = {
  kept: AnswerCache
  make: Make
  /** The query parameters that the answer is made of. */
  read: readonly string[]
}

/** Answers from memory where that is allowed, and keeps for others what had to be made. */
async function shareAnswer(
  { kept, make, read }: Sharing,
  [request, reply]: [FastifyRequest, FastifyReply],
) {
  const found = isEnveloped(request)
    ? undefined
    : await kept.look(request, {
        text: questionOf(request, read),
        network: networkOf(request.ip),
      })
  if (found && 'body' in found) {
    rememberSent(request, reply, found)
    return sendKept(request, reply, found)
  }
  try {
    const { caller, body, status, headers } = await make(request, found?.standBack)
    if (!found || status !== 200) return send({ request, reply, caller }, body, { status, headers })
    const answer = found.keep(jsonOf(request, body), { ...headers, 'content-type': jsonType })
    return sendKept(request, reply, answer)
  } finally {
    found?.giveUp()
  }
}

/** One question has one key, whatever unknown parameters come with it (contract.md 2.3) and in whatever order. */
function questionOf({ url, query }: FastifyRequest, read: readonly string[]): string {
  const [path = ''] = url.split('?', 1)
  const sent = query as Readonly<Record<string, unknown>>
  return JSON.stringify([path, ...read.flatMap(name => (name in sent ? [name, sent[name]] : []))])
}

type AnyInput = Loaded<Input<TObject, TObject, TObject>, unknown>
type AnySpec = RouteSpec<TObject, TObject, TObject, TSchema, unknown>

async function perform(api: Api, spec: AnySpec, input: AnyInput): Promise<StoredAnswer> {
  const { method, headers } = input.request
  const key = headers['idempotency-key'] ?? headers['x-idempotency-key']
  const isKept = typeof key === 'string'
  if (method === 'GET' || method === 'HEAD' || (spec.signed && !isKept)) {
    return toAnswer(spec, await spec.handle(input))
  }
  const answered = api.storage.admit({ ...input, isKept })
  const answer = isKept
    ? await performOnce(api, spec, { input, key })
    : toAnswer(spec, await spec.handle(input))
  answered(answer.body)
  return answer
}

type WithKey = { input: AnyInput; key: string }

async function performOnce(api: Api, spec: AnySpec, { input, key }: WithKey) {
  const { method } = input.request
  const { request, params, query, body } = input
  const keyed = {
    key,
    scope: await scopeOf(api, input, key),
    method,
    url: request.url,
    parameters: [params, query, body],
  }
  const { replayed, ...answer } = await api.once(keyed, async attempt =>
    toAnswer(spec, await spec.handle({ ...input, attempt })),
  )
  if (!replayed) return answer
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}

function toAnswer(spec: AnySpec, result: unknown): StoredAnswer {
  const { body, status, headers } = result instanceof Answer ? result : new Answer(result)
  return { body, status: status ?? spec.status ?? 200, headers }
}

/**
 * Keys belong to a known caller, else to the record whose secret the request knows, else to the network it came from. Two
 * strangers who name their requests alike must not get each other's answers (contract.md 10.2).
 */
async function scopeOf(api: Api, { caller, body, request }: AnyInput, key: string) {
  if (caller.kind === 'user') return `user:${caller.userId}`
  if (caller.kind === 'scanner') return `scanner:${caller.scannerKeyId}`
  const proven = await api.provenBy(request, body)
  return proven ?? `anonymous:${sha256(`${key}|${networkOf(request.address)}`)}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Integer parameters match digits and patterned ones their pattern, so anything else is an unknown route. */
function withPatterns(path: string, params: TObject | undefined): string {
  return path.replace(/:(\w+)/g, (whole, name: string) => {
    const schema: { type?: string; pattern?: string } | undefined = params?.properties[name]
    if (schema?.type === 'integer') return `${whole}(^\\d+$)`
    return schema?.pattern ? `${whole}(${schema.pattern})` : whole
  })
}
