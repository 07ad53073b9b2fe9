import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db } from '../../../platform/db/database.ts'
import { plannedAnew } from '../../../platform/db/planned-anew.ts'

/**
 * The stored sandbox payments, by reference. The query is planned anew each time: a plan from the first payments of a
 * sale would read the whole table, which grows a thousandfold before the database counts it.
 */
export async function loadSandboxPayments(
  db: Db,
  references: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await plannedAnew(sql<{ reference: string; state: unknown }>`
    select reference, state from sandbox_payments where reference = any(${references}::text[])
  `).execute(db)
  return new Map(rows.map(({ reference, state }) => [reference, state]))
}

export type SandboxSave = {
  reference: string
  state: object
  version: number
  /** The version that must still be stored; 0 when nothing may be stored yet. */
  replaces: number
  unless_ended: boolean
}

const saveRows = batchRows<SandboxSave>(`s (
  reference text, state jsonb, version int, replaces int, unless_ended boolean)`)

/**
 * Writes new sandbox payments; no reference may come twice. Returns the references that were written. The others were
 * not, because the payment is stored already or the sandbox has ended. The commit does not wait for the disk: each
 * payment's order is committed afterwards, and that commit makes all earlier ones durable too
 * (docs/decisions/0028-paid-orders-in-batches.md).
 */
export async function insertSandboxPayments(
  db: Db,
  saves: readonly SandboxSave[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    with ${wantedSaves(saves)}, gate as (
      select set_config('synchronous_commit', 'off', true)
    )
    insert into sandbox_payments (reference, state, version)
    select reference, state, version from saves cross join gate order by reference
    on conflict (reference) do nothing
    returning reference
  `.execute(db)
  return referencesOf(rows)
}

/**
 * Replaces sandbox payments, under the terms of `insertSandboxPayments`. Those stored in another version than the one
 * to be replaced are not written. Planned anew each time, like the query that loads them.
 */
export async function replaceSandboxPayments(
  db: Db,
  saves: readonly SandboxSave[],
): Promise<Set<string>> {
  const { rows } = await plannedAnew(sql<{ reference: string }>`
    with ${wantedSaves(saves)}, locked as (
      select reference from sandbox_payments
      where reference = any(${saves.map(({ reference }) => reference)}::text[])
      order by reference for no key update
    ), gate as (
      select count(*), set_config('synchronous_commit', 'off', true) from locked
    )
    update sandbox_payments as payment set state = saves.state, version = saves.version
    from saves cross join gate
    where payment.reference = saves.reference and payment.version = saves.replaces
      and payment.reference = any(${saves.map(({ reference }) => reference)}::text[])
    returning payment.reference
  `).execute(db)
  return referencesOf(rows)
}

const wantedSaves = (saves: readonly SandboxSave[]) => sql`saves as (
  select * from ${saveRows.of(saves)}
  where not (unless_ended and exists (select from configured_gateways))
)`

const referencesOf = (rows: readonly { reference: string }[]) =>
  new Set(rows.map(({ reference }) => reference))
