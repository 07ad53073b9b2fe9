import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../../core/caller.ts'
import { AppError, fail } from '../../core/errors.ts'
import { heldRights, stillHolds } from '../../core/held-rights.ts'
import type { Db } from '../db/database.ts'
import { isConnectionLost } from '../db/violations.ts'
import { hashOfKey, hashOfRequest, isFinal, isKey, open, type StoredAnswer, seal } from './rules.ts'
import {
  claimKey,
  findAnswer,
  type HeldKey,
  type KeyRow,
  releaseKey,
  storeAnswer,
} from './store.ts'

const leaseSeconds = 60
const pauseMilliseconds = 250

/** A request with an idempotency key, as its handler sees it. */
export type Attempt = {
  row: KeyRow
  /** What an interrupted earlier attempt created, e.g. `{ order_id: 80 }`. */
  made: Record<string, number> | null
}

export type Keyed = {
  /** The key as the client sent it. */
  key: string
  /** The caller; equal keys of different callers are different keys. */
  scope: string
  by: Caller
  method: string
  url: string
  parameters: unknown
}

/**
 * Does a write once per key (contract.md 10.1). The same request again gets the stored response, another
 * request under the key gets 422, one that is still running 409, somebody who lost rights since 403. `work` may fail with an `AppError`; a final
 * error is stored like a response.
 */
export async function runOnce(
  db: Db,
  keyed: Keyed,
  work: (attempt: Attempt) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  if (!isKey(keyed.key)) fail('idempotency_key_invalid')
  const row = { scope: keyed.scope, keyHash: hashOfKey(keyed.key), attempt: randomUUID() }
  const requestHash = hashOfRequest(keyed)
  const claim = await claimOrGiveBack(db, row, requestHash)
  if (!claim.requestHash.equals(requestHash)) fail('idempotency_key_reused')
  if (claim.answer) {
    const kept = open(keyed.key, claim.answer)
    if (!mayHear(keyed, kept)) fail('rest_forbidden', { message: heldMore })
    return { ...plain(kept), replayed: true }
  }
  if (!claim.claimed) fail('idempotency_key_in_use', { retryAfterSeconds: 1 })
  try {
    const answer = await work({ row, made: claim.made })
    await untilBack(() => storeAnswer(db, row, sealed(keyed, answer)))
    return { ...answer, replayed: false }
  } catch (error) {
    await untilBack(() => keepRefusal(db, { row, keyed }, error))
    throw error
  }
}

/**
 * The stored answer to this request; undefined when the key is unknown, its request still runs, or it is another one.
 */
export async function answerBefore(db: Db, keyed: Keyed): Promise<StoredAnswer | undefined> {
  const { key, scope } = keyed
  const stored = await findAnswer(db, { scope, keyHash: hashOfKey(key) })
  const isSame = stored?.requestHash.equals(hashOfRequest(keyed))
  const kept = stored && isSame ? open(key, stored.answer) : undefined
  return kept && mayHear(keyed, kept) ? plain(kept) : undefined
}

/** With what the caller held: an answer is told again only to somebody who holds no less (contract.md 10.3). */
const sealed = ({ key, by }: Keyed, answer: StoredAnswer) =>
  seal(key, { ...answer, held: heldRights(by) })

const mayHear = ({ by }: Keyed, { held }: StoredAnswer) =>
  held === undefined || stillHolds(by, held)

const plain = ({ status, headers, body }: StoredAnswer): StoredAnswer => ({ status, headers, body })

const heldMore =
  'This was done when you held more rights than now, so its answer is not told again. Nothing was done a second time.'

/** When the connection was lost it is unknown whether the claim succeeded. Then no attempt may work under the key. */
async function claimOrGiveBack(db: Db, row: HeldKey, requestHash: Buffer) {
  try {
    return await claimKey(db, row, { requestHash, leaseSeconds })
  } catch (error) {
    if (isConnectionLost(error)) await untilBack(() => releaseKey(db, row))
    throw error
  }
}

async function keepRefusal(db: Db, { row, keyed }: { row: HeldKey; keyed: Keyed }, error: unknown) {
  if (!(error instanceof AppError) || !isFinal(error)) return releaseKey(db, row)
  const { code, message, status, data } = error
  const body = { code, message, data: { status, ...data } }
  return storeAnswer(db, row, sealed(keyed, { status, headers: {}, body }))
}

/**
 * Stores the outcome of a key. The client gets the outcome even when the database is unavailable. The store
 * is then retried until it succeeds or the lease ends, so that a repeated request gets its response soon.
 */
async function untilBack(write: () => Promise<void>): Promise<void> {
  if (!(await isDone(write))) void goOn(write)
}

async function goOn(write: () => Promise<void>) {
  const until = performance.now() + leaseSeconds * 1000
  do await wait(pauseMilliseconds, undefined, { ref: false })
  while (performance.now() < until && !(await isDone(write).catch(() => true)))
}

/** False when the database is unavailable; other failures are thrown. */
async function isDone(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isConnectionLost(error)) return false
    throw error
  }
}
