import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** The primary key of one caller's idempotency key. */
export type KeyRow = { scope: string; keyHash: Buffer }

/**
 * An idempotency key and the attempt that owns it. The attempt's id is made up by the process, so it is known
 * even when the reply to the claim is lost.
 */
export type HeldKey = KeyRow & { attempt: string }

export type Claim = {
  state: 'running' | 'answered'
  /** Whether this call claimed the key: the key is new, or the lease of its last owner has ended. */
  claimed: boolean
  requestHash: Buffer
  made: Record<string, number> | null
  answer: Buffer | null
}

/**
 * Claims a key for `leaseSeconds`, or returns what is stored for it. One statement, so only one of two claims
 * succeeds.
 */
export async function claimKey(
  db: Db,
  { scope, keyHash, attempt }: HeldKey,
  { requestHash, leaseSeconds }: { requestHash: Buffer; leaseSeconds: number },
): Promise<Claim> {
  const { rows } = await sql<{
    state: 'running' | 'answered'
    claimed: boolean
    request_hash: Buffer
    made: Record<string, number> | null
    answer: Buffer | null
  }>`
    with claim as (
      insert into idempotency_keys (scope, key_hash, request_hash, state, attempt, locked_until)
      values (${scope}, ${keyHash}, ${requestHash}, 'running', ${attempt},
        clock_timestamp() + make_interval(secs => ${leaseSeconds}))
      on conflict (scope, key_hash) do update
        set locked_until = excluded.locked_until, attempt = excluded.attempt
        where idempotency_keys.state = 'running'
          and idempotency_keys.locked_until < clock_timestamp()
          and idempotency_keys.request_hash = excluded.request_hash
      returning state, true as claimed, request_hash, made, answer
    )
    select * from claim
    union all
    select state, false, request_hash, made, answer from idempotency_keys
    where scope = ${scope} and key_hash = ${keyHash} and not exists (select from claim)
  `.execute(db)
  const [row] = rows
  // Neither claimed nor visible: another request inserted it after this statement began, and is running now.
  if (!row) return { state: 'running', claimed: false, requestHash, made: null, answer: null }
  return { ...row, requestHash: row.request_hash }
}

/** Notes what the request created, in the transaction that creates it. A retry after a crash continues from there. */
export async function noteMade(tx: Tx, { scope, keyHash }: KeyRow, made: Record<string, number>) {
  await tx
    .updateTable('idempotency_keys')
    .set({ made: JSON.stringify(made) })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Stores the response, unless the lease has ended and another attempt took the key. */
export async function storeAnswer(db: Db, { scope, keyHash, attempt }: HeldKey, answer: Buffer) {
  await db
    .updateTable('idempotency_keys')
    .set({ state: 'answered', answer })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .where('attempt', '=', attempt)
    .execute()
}

export async function findAnswer(db: Db, { scope, keyHash }: KeyRow) {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .where('state', '=', 'answered')
    .executeTakeFirst()
  return row?.answer ? { requestHash: row.request_hash, answer: row.answer } : undefined
}

/** Releases a key whose request got no final response. */
export async function releaseKey(db: Db, { scope, keyHash, attempt }: HeldKey) {
  await db
    .updateTable('idempotency_keys')
    .set({ locked_until: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .execute()
}

export async function deleteKeysOlderThan(db: Db, hours: number): Promise<void> {
  await sql`
    delete from idempotency_keys where created_at < clock_timestamp() - make_interval(hours => ${hours})
  `.execute(db)
}
