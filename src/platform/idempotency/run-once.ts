import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, fail } from '../../core/errors.ts'
import type { Db } from '../db/database.ts'
import { isConnectionLost } from '../db/violations.ts'
import { hashOfKey, hashOfRequest, isFinal, isKey, open, type StoredAnswer, seal } from './rules.ts'
import { claimKey, type HeldKey, type KeyRow, releaseKey, storeAnswer } from './store.ts'

const leaseSeconds = 60
const pauseMilliseconds = 250

/** A request that carries a key, as its handler sees it. */
export type Attempt = {
  row: KeyRow
  /** What an earlier attempt made before it was cut off, e.g. `{ order_id: 80 }`. */
  made: Record<string, number> | null
}

export type Keyed = {
  /** As the client sent it. */
  key: string
  /** Who sent it; keys of different callers never meet. */
  scope: string
  method: string
  url: string
  parameters: unknown
}

/**
 * Does a write once per key: the same request again gets the stored answer, another request under the key 422, one
 * that still runs 409 (contract.md 10.1). `work` may fail with an `AppError`; a final one is stored like an answer.
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
  if (claim.answer) return { ...open(keyed.key, claim.answer), replayed: true }
  if (!claim.claimed) fail('idempotency_key_in_use', { retryAfterSeconds: 1 })
  try {
    const answer = await work({ row, made: claim.made })
    await untilBack(() => storeAnswer(db, row, seal(keyed.key, answer)))
    return { ...answer, replayed: false }
  } catch (error) {
    await untilBack(() => keepRefusal(db, { row, key: keyed.key }, error))
    throw error
  }
}

/** Whether a claim took effect is unknown when the connection was lost: then nobody works under the key. */
async function claimOrGiveBack(db: Db, row: HeldKey, requestHash: Buffer) {
  try {
    return await claimKey(db, row, { requestHash, leaseSeconds })
  } catch (error) {
    if (isConnectionLost(error)) await untilBack(() => releaseKey(db, row))
    throw error
  }
}

async function keepRefusal(db: Db, { row, key }: { row: HeldKey; key: string }, error: unknown) {
  if (!(error instanceof AppError) || !isFinal(error.status)) return releaseKey(db, row)
  const { code, message, status, data } = error
  const body = { code, message, data: { status, ...data } }
  return storeAnswer(db, row, seal(key, { status, headers: {}, body }))
}

/**
 * Writes what became of a key. The outcome is certain, so it is told even while the database is away; the writing is
 * then tried again until it succeeds or the lease is over, so that whoever repeats the request need not wait for that.
 */
async function untilBack(write: () => Promise<void>): Promise<void> {
  if (!(await isDone(write))) void goOn(write)
}

async function goOn(write: () => Promise<void>) {
  const until = performance.now() + leaseSeconds * 1000
  do await wait(pauseMilliseconds, undefined, { ref: false })
  while (performance.now() < until && !(await isDone(write).catch(() => true)))
}

/** False when the database is away; any other failure is thrown. */
async function isDone(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isConnectionLost(error)) return false
    throw error
  }
}
