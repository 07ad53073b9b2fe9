import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Actor, actorOf } from '../../core/actor.ts'
import { type Caller, isStale } from '../../core/caller.ts'
import { AppError, type ErrorCode, fail, failParams } from '../../core/errors.ts'
import type { Db } from '../db/database.ts'
import type { Attempt, Keyed } from '../idempotency/run-once.ts'
import type { StoredAnswer } from '../idempotency/rules.ts'
import { type Access, guard } from './access.ts'
import { Answer } from './answer/answer.ts'
import { type Basis, noBasis } from './kept/answer-basis.ts'
import type { AnswerCache } from './kept/answer-cache.ts'
import type { Values } from './request/coerce.ts'
import { explaining } from './request/explain-refusal.ts'
import { handlingOf } from './request/handling.ts'
import { keyedBy, keyOf, replayOf } from './request/keyed-request.ts'
import type { ListLimit } from './limits/list-limit.ts'
import { operationId } from './operation-id.ts'
import {
  bodyBytesMax,
  openBodyBytesMax,
  readSources,
  type RequestInfo,
  requestInfo,
} from './request/request.ts'
import { send, shaping } from './answer/respond.ts'
import { type Making, nameUnknown, shareAnswer, toldTo } from './kept/share-answer.ts'
import { type Alias, aliasOf, withPatterns } from './request/path-patterns.ts'
import type { StorageLimit } from './limits/storage-limit.ts'
import {
  type UnknownParameter,
  unknownFinder,
  unknownProblems,
} from './request/unknown-parameters.ts'
import { compileShape, type Problems, readParameters } from './request/validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

type None = TObject<Record<string, never>>

export type Input<P extends TObject, Q extends TObject, B extends TObject> = {
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  caller: Caller
  /** Who writes, for the audit entries of a write (platform/db/acting.ts); undefined for strangers. */
  actor: Actor | undefined
  request: RequestInfo
  /** The handle for reading: public lists have connections of their own (list-limit.ts). */
  db: Db
  /** Receives what the answer is made of, when the answer may be kept. */
  basis: Basis
  /** Set when the client sent an idempotency key. */
  attempt?: Attempt | undefined
}

/** The input of a request, with the result of the route's `load`. */
type Loaded<I, L> = I & { loaded: L }

/**
 * The declaration of a route, from which validation, types, access, errors and documentation are made. A request
 * passes `load`, `check`, `access` and `handle` in this order (contract.md 2.1).
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
  /** Its operation name when the rule of operation-id.ts does not fit, such as `applyCoupon`. */
  operation?: string
  summary: string
  access: Access<Loaded<Input<P, Q, B>, L>>
  params?: P
  query?: Q
  body?: B
  returns: R
  /** The schema of the route's record, shown by OPTIONS. */
  record?: TObject
  /**
   * The tables that the answer is made from. With it, the answer to an anonymous caller depends on the address alone
   * and may be kept in memory (answer-cache.ts).
   */
  shared?: readonly string[]
  /** Whether the route is a list, which must not take what others need (list-limit.ts); it reads through `db`. */
  list?: true
  /** A GET that changes something, as the existing system has some. It has no HEAD, because HEAD must not write. */
  writes?: true
  /**
   * The caller proves itself to the handler by a signature over the bytes, so this write does not count as a stranger's
   * (storage-limit.ts) and its body is not parsed. The handler calls `request.prove`; a request that fails before
   * counts for its network (request-limit.ts).
   */
  signed?: true
  /** No client of the existing system has this route, so unknown parameters are always refused (contract.md 25.2). */
  ours?: true
  /**
   * Whether a browser's person gives the password again when the session is no longer fresh (contract.md 21.4): for
   * writes about people, their credentials and where money goes.
   */
  confirmed?: true
  /** A write that is open to a browser without the second factor that the site demands (contract.md 33.4). */
  beforeFactor?: true
  /** The status of success; 200 by default. */
  status?: number
  /** Error codes beyond those of every route. */
  errors?: readonly ErrorCode[]
  /**
   * Reads once what the rest of the route needs, such as the record in the path; `check`, `access` and `handle` get
   * it as `loaded`. It is part of validation, so it may end the request for bad parameters (`failParams`) or, where
   * anyone may call, for an unknown record (`fail`). Where access is decided first, it returns undefined for an
   * unknown record, and the handler fails. In a declaration it comes before its readers, because TypeScript infers
   * their types from it.
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
  /** The path of the route for which this is another address. */
  aliasOf?: string
}

/** A place to declare routes: a namespace with its prefix. */
export type Api = {
  readonly namespace: string
  readonly declared: DeclaredRoute[]
  /** `writes`: whether the request may change something, which a cookie alone cannot prove. */
  readonly recognise: (request: RequestInfo, writes: boolean) => Promise<Caller>
  readonly mount: (route: RouteOptions) => void
  readonly db: Db
  readonly lists: ListLimit
  /** Keeps the answers of `shared` routes. */
  readonly kept: AnswerCache
  /** Routes with the first segment have another address with the second. */
  readonly alias?: Alias
  /** The documentation page of its routes, such as `https://tickets.example/docs/events`. */
  readonly docs: string
  /** Whether unknown parameters are refused: always in this namespace, or by default. */
  readonly refuses: { readonly always: boolean; readonly usually: boolean }
  /** The limit on storage used by strangers. */
  readonly storage: StorageLimit
  /** Runs a write with an idempotency key once. */
  readonly once: (
    keyed: Keyed,
    work: (attempt: Attempt) => Promise<StoredAnswer>,
  ) => Promise<StoredAnswer & { replayed: boolean }>
  /** The stored answer to a write that was done under this key before; undefined when there is none. */
  readonly answerBefore: (keyed: Keyed) => Promise<StoredAnswer | undefined>
  /**
   * Returns the name of the record whose secret an anonymous request knows, such as its cart; undefined when it knows
   * none. A value that only looks like such a secret proves nothing.
   */
  readonly provenBy: (request: RequestInfo, body: unknown) => Promise<string | undefined>
}

const empty = Type.Object({})

/** Declares a route of the namespace. */
export function route<
  P extends TObject = None,
  Q extends TObject = None,
  B extends TObject = None,
  R extends TSchema = TSchema,
  L = undefined,
>(api: Api, spec: RouteSpec<P, Q, B, R, L>) {
  const methods = typeof spec.method === 'string' ? [spec.method] : spec.method
  const shape = compileShape(spec.params ?? empty, spec.query ?? empty, spec.body ?? empty)
  const unknownIn = unknownFinder(shape)
  const untyped = spec as unknown as AnySpec
  const declared = { namespace: api.namespace, methods, path: spec.path, spec: untyped }
  api.declared.push({ ...declared, ...aliasOf(api.alias, spec.path) })
  const operation = operationId(declared)
  const kinds = spec.shared && api.kept.kindsOf(spec.shared)
  const shown = [...Object.keys(spec.query?.properties ?? {}), ...shaping]
  // A message signed by a provider may be larger than other anonymous bodies.
  const isOpen = spec.access === 'public' && !spec.signed
  const bodyLimit = isOpen ? openBodyBytesMax : bodyBytesMax
  api.mount({
    method: [...methods],
    ...(isOpen && { bodyLimit }),
    url: withPatterns(spec.path, spec.params),
    config: { docs: `${api.docs}#${operation}`, signed: spec.signed === true },
    handler: kinds ? share : respond,
  })

  async function make(request: FastifyRequest, reply: FastifyReply, making: Making = {}) {
    const { standBack, basis = noBasis } = making
    const info = requestInfo(request)
    if (spec.writes && info.isHead) fail('rest_no_route')
    const caller = await api.recognise(info, spec.writes === true || !reads.has(info.method))
    const sources = await readSources(request, spec.body, bodyLimit)
    const unknown = unknownIn(sources)
    nameUnknown(reply, unknown)
    const refused = refusesUnknown(api, untyped, request) ? unknownProblems(unknown) : {}
    const made = await explaining({ shape, sources }, () => {
      const actor = actorOf(caller, { requestId: info.id, operation })
      const { params, query, body } = readParameters(shape, sources, refused)
      const input = { params, query, body, caller, actor, request: info, basis }
      // Members that are added stand before those that are copied, here and wherever many requests pass: the engine
      // takes microseconds to add one to a copy.
      const answer = (db: Db) => decide(api, untyped, { db, ...input })
      return untyped.list
        ? api.lists.run({ caller, address: info.address, standBack }, answer)
        : answer(api.db)
    })
    return { caller, unknown, ...made }
  }

  async function respond(request: FastifyRequest, reply: FastifyReply) {
    const { caller, unknown, body, status, headers } = await make(request, reply)
    return send({ request, reply, caller }, toldTo(request, body, unknown), { status, headers })
  }

  async function share(request: FastifyRequest, reply: FastifyReply) {
    const unknown = unknownIn({ query: request.query as Values, body: {} })
    // What must be refused is refused by the long way.
    if (!kinds || goesLong(api, untyped, { request, unknown })) return respond(request, reply)
    return shareAnswer({ kept: api.kept, kinds, make, read: shown, unknown }, [request, reply])
  }
}

/** A request after its parameters were read and its caller was found. */
async function decide(api: Api, spec: AnySpec, unloaded: UnloadedInput) {
  const input = await prepare(spec, unloaded).catch(refusal => repeated(api, unloaded, refusal))
  if ('replay' in input) return input.replay
  await guard(spec.access, input)
  if (lacksFactor(spec, input)) fail('rest_second_factor_required')
  if (spec.confirmed && isStale(input.caller)) fail('rest_confirm_required')
  return perform(api, spec, input)
}

/** Whether this writes for a browser whose person has to set up a second factor first. */
const lacksFactor = (spec: AnySpec, { caller, request }: AnyInput) =>
  caller.kind === 'user' &&
  caller.lacksFactor === true &&
  spec.beforeFactor !== true &&
  (spec.writes === true || !reads.has(request.method))

type UnloadedInput = Input<TObject, TObject, TObject>

async function prepare(spec: AnySpec, unloaded: UnloadedInput) {
  const input = { loaded: await spec.load?.(unloaded), ...unloaded }
  const problems = await spec.check?.(input)
  if (problems && Object.keys(problems).length > 0) failParams(problems)
  return input
}

/**
 * The stored answer to a write that took away what it needs, as a deletion does: a repetition does not get as far as
 * its key. Every other request is refused.
 */
async function repeated(api: Api, input: UnloadedInput, refusal: unknown) {
  const key = keyOf(input.request)
  const isRefused = refusal instanceof AppError && refusal.status < 500
  const before =
    isRefused && key !== undefined && !reads.has(input.request.method)
      ? await api.answerBefore(await keyedBy(api.provenBy, input, key))
      : undefined
  if (!before) throw refusal
  return { replay: replayOf(before) }
}

/** Decided by the request, else by the site's setting; routes for providers and devices never refuse. */
function refusesUnknown({ refuses }: Api, spec: AnySpec, { headers }: FastifyRequest): boolean {
  if (refuses.always || spec.ours || handlingOf(headers) === 'strict') return true
  return refuses.usually && !spec.signed && !spec.writes
}

type ReadRequest = { request: FastifyRequest; unknown: readonly UnknownParameter[] }

/** Whether a request that memory could answer must be refused because of its other parameters. */
function goesLong(api: Api, spec: AnySpec, { request, unknown }: ReadRequest): boolean {
  if (unknown.length === 0) return false
  return refusesUnknown(api, spec, request) || /%00/.test(request.url)
}

type AnyInput = Loaded<Input<TObject, TObject, TObject>, unknown>
type AnySpec = RouteSpec<TObject, TObject, TObject, TSchema, unknown>

async function perform(api: Api, spec: AnySpec, input: AnyInput): Promise<StoredAnswer> {
  const { method } = input.request
  const key = keyOf(input.request)
  const isKept = key !== undefined
  if (method === 'GET' || method === 'HEAD' || (spec.signed && !isKept)) {
    return toAnswer(spec, await spec.handle(input))
  }
  const answered = api.storage.admit({ isKept, ...input })
  const answer = isKept
    ? await performOnce(api, spec, { input, key })
    : toAnswer(spec, await spec.handle(input))
  answered(answer.body)
  return answer
}

type WithKey = { input: AnyInput; key: string }

async function performOnce(api: Api, spec: AnySpec, { input, key }: WithKey) {
  const keyed = await keyedBy(api.provenBy, input, key)
  const { replayed, ...answer } = await api.once(keyed, async attempt =>
    toAnswer(spec, await spec.handle({ attempt, ...input })),
  )
  return replayed ? replayOf(answer) : answer
}

function toAnswer(spec: AnySpec, result: unknown): StoredAnswer {
  const { body, status, headers } = result instanceof Answer ? result : new Answer(result)
  return { body, status: status ?? spec.status ?? 200, headers }
}
