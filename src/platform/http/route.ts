import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { actorOf } from '../../core/actor.ts'
import { isStale } from '../../core/caller.ts'
import { AppError, fail, failParams } from '../../core/errors.ts'
import type { Db } from '../db/database.ts'
import type { StoredAnswer } from '../idempotency/rules.ts'
import { guard } from './access.ts'
import { Answer } from './answer/answer.ts'
import { noBasis } from './kept/answer-basis.ts'
import type { Values } from './request/coerce.ts'
import { explaining } from './request/explain-refusal.ts'
import { handlingOf } from './request/handling.ts'
import { keyedBy, keyOf, replayOf } from './request/keyed-request.ts'
import { operationId } from './operation-id.ts'
import type { AnyInput, AnySpec, Api, Input, None, RouteSpec } from './route-spec.ts'
import { bodyBytesMax, openBodyBytesMax, readSources, requestInfo } from './request/request.ts'
import { send, shaping } from './answer/respond.ts'
import { type Making, nameUnknown, shareAnswer, toldTo } from './kept/share-answer.ts'
import { editVersioned, readVersioned } from './versioned.ts'
import { withPatterns } from './request/path-patterns.ts'
import {
  type UnknownParameter,
  unknownFinder,
  unknownProblems,
} from './request/unknown-parameters.ts'
import { compileShape, readParameters } from './request/validation.ts'

export type { Api, DeclaredRoute } from './route-spec.ts'

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

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
  api.declared.push({ ...declared, ...aliasOf(api, spec.path) })
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

/** The path for which this one is another address. */
function aliasOf({ alias }: Api, path: string): { aliasOf?: string } {
  if (!alias || !path.split('/').includes(alias.segment)) return {}
  return { aliasOf: path.replace(`/${alias.segment}/`, `/${alias.of}/`) }
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

async function perform(api: Api, spec: AnySpec, input: AnyInput): Promise<StoredAnswer> {
  const { method } = input.request
  const key = keyOf(input.request)
  const isKept = key !== undefined
  const answering = {
    api,
    spec,
    handle: answerOf,
    decide: (other: AnySpec, own: UnloadedInput) => decide(api, other, own),
  }
  if (method === 'GET' || method === 'HEAD') return readVersioned(answering, input)
  if (spec.signed && !isKept) return answerOf(spec, input)
  const write = (own: AnyInput) => editVersioned(answering, own)
  const answered = api.storage.admit({ isKept, ...input })
  const answer = isKept ? await performOnce(api, { input, key, write }) : await write(input)
  answered(answer.body)
  return answer
}

type WithKey = {
  input: AnyInput
  key: string
  write: (input: AnyInput) => Promise<StoredAnswer>
}

async function performOnce(api: Api, { input, key, write }: WithKey) {
  const keyed = await keyedBy(api.provenBy, input, key)
  const { replayed, ...answer } = await api.once(keyed, attempt => write({ attempt, ...input }))
  return replayed ? replayOf(answer) : answer
}

async function answerOf(spec: AnySpec, input: AnyInput): Promise<StoredAnswer> {
  const result = await spec.handle(input)
  const { body, status, headers } = result instanceof Answer ? result : new Answer(result)
  return { body, status: status ?? spec.status ?? 200, headers }
}
