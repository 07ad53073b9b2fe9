import type { RouteOptions } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor } from '../../core/actor.ts'
import type { Caller } from '../../core/caller.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Db } from '../db/database.ts'
import type { Attempt, Keyed } from '../idempotency/run-once.ts'
import type { StoredAnswer } from '../idempotency/rules.ts'
import type { Access } from './access.ts'
import type { Answer } from './answer/answer.ts'
import type { Basis } from './kept/answer-basis.ts'
import type { AnswerCache } from './kept/answer-cache.ts'
import type { ListLimit } from './limits/list-limit.ts'
import type { StorageLimit } from './limits/storage-limit.ts'
import type { RequestInfo } from './request/request.ts'
import type { Problems } from './request/validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type None = TObject<Record<string, never>>

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
export type Loaded<I, L> = I & { loaded: L }

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
  /**
   * The record that it shows or edits, for callers who edit it beside others (contract.md 29.8): its kind as audit entries
   * name it, its id, and the path of the route that reads it where that is another one.
   */
  versioned?: {
    record: string
    id(input: Loaded<Input<P, Q, B>, L>): number | undefined
    shownAt?: string
  }
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

/** The last change of a record. `by` is null where a buyer, or somebody unknown, did it. */
export type LastChange = { readonly by: Record<string, unknown> | null; readonly at: Date }

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
  readonly alias?: { readonly segment: string; readonly of: string }
  /** The documentation page of its routes, such as `https://tickets.example/docs/events`. */
  readonly docs: string
  /** Whether unknown parameters are refused: always in this namespace, or by default. */
  readonly refuses: { readonly always: boolean; readonly usually: boolean }
  /** The limit on storage used by strangers. */
  readonly storage: StorageLimit
  /** Who changed a record last, and when; undefined where nobody knows. */
  readonly lastChange: (record: {
    readonly record: string
    readonly id: number
  }) => Promise<LastChange | undefined>
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

/** The input and the declaration of any route. */
export type AnyInput = Loaded<Input<TObject, TObject, TObject>, unknown>
export type AnySpec = RouteSpec<TObject, TObject, TObject, TSchema, unknown>
