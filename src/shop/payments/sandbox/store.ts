import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export async function loadSandboxPayment(db: Db, reference: string): Promise<unknown> {
  const row = await db
    .selectFrom('sandbox_payments')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.state
}

type SandboxRow = { reference: string; state: string; version: number }

/** True when nothing was stored under the reference yet, and the sandbox has not ended. */
export async function insertSandboxPayment(
  db: Db,
  { reference, state, version }: SandboxRow,
  { unlessEnded }: { unlessEnded: boolean },
) {
  const { numAffectedRows } = await sql`
    insert into sandbox_payments (reference, state, version)
    select ${reference}, ${state}::jsonb, ${version}::int
    where not (${unlessEnded}::boolean and exists (select from configured_gateways))
    on conflict (reference) do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

/** True when the stored version was still the one to replace, and the sandbox has not ended. */
export async function replaceSandboxPayment(
  db: Db,
  { reference, state, version }: SandboxRow,
  { replaces, unlessEnded }: { replaces: number; unlessEnded: boolean },
) {
  const { numAffectedRows } = await sql`
    update sandbox_payments set state = ${state}::jsonb, version = ${version}::int
    where reference = ${reference} and version = ${replaces}::int
      and not (${unlessEnded}::boolean and exists (select from configured_gateways))
  `.execute(db)
  return numAffectedRows === 1n
}
