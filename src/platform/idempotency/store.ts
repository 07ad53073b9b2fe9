import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** Names the row of one key of one caller. */
export type KeyRow = { scope: string; keyHash: Buffer }

/** A key in the hands of one attempt, which made up its own id: it may be known before the claim was heard of. */
export type HeldKey = KeyRow & { attempt: string }

export type Claim = {
  state: 'running' | 'answered'
  /** Whether this call claimed the key: it is new, or its last owner's lease ran out. */
  claimed: boolean
  requestHash: Buffer
  made: Record<string, number> | null
  answer: Buffer | null
}

/** Claims a key for `leaseSeconds`, or tells what it stands for already. One statement, so two claims cannot both win. */
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
  // Neither claimed nor visible: another call inserted it after this statement began. It runs now.
  if (!row) return { state: 'running', claimed: false, requestHash, made: null, answer: null }
  return { ...row, requestHash: row.request_hash }
}

/** Notes what the request made, in the transaction that makes it, so that a retry after a crash goes on from there. */
export async function noteMade(tx: Tx, { scope, keyHash }: KeyRow, made: Record<string, number>) {
  await tx
    .updateTable('idempotency_keys')
    .set({ made: JSON.stringify(made) })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Keeps the answer, unless the lease ran out and another attempt took the key. */
export async function storeAnswer(db: Db, { scope, keyHash, attempt }: HeldKey, answer: Buffer) {
  await db
    .updateTable('idempotency_keys')
    .set({ state: 'answered', answer })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash)
    .where('attempt', '=', attempt)
    .execute()
}

/** Gives a key back that led to no final answer. */
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
