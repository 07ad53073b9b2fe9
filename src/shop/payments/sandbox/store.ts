import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** The stored sandbox payments, by reference. */
export async function loadSandboxPayments(
  db: Db,
  references: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ reference: string; state: unknown }>`
    select reference, state from sandbox_payments where reference = any(${references}::text[])
  `.execute(db)
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

/**
 * Writes new and changed sandbox payments in one statement; no reference may come twice. Returns the references that
 * were written. The others were not, because another version of the payment is stored by now or the sandbox has ended.
 * The commit does not wait for the disk: each payment's order is committed afterwards, and that commit makes all
 * earlier ones durable too (docs/decisions/0028-paid-orders-in-batches.md).
 */
export async function saveSandboxPayments(
  db: Db,
  saves: readonly SandboxSave[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    with saves as (
      select * from json_to_recordset(${JSON.stringify(saves)}::json)
        as s (reference text, state jsonb, version int, replaces int, unless_ended boolean)
      where not (unless_ended and exists (select from configured_gateways))
    ), locked as (
      select reference from sandbox_payments
      where reference = any(array(select reference from saves where replaces > 0))
      order by reference for no key update
    ), gate as (
      select count(*), set_config('synchronous_commit', 'off', true) from locked
    ), inserted as (
      insert into sandbox_payments (reference, state, version)
      select reference, state, version from saves cross join gate
      where replaces = 0 order by reference
      on conflict (reference) do nothing
      returning reference
    ), replaced as (
      update sandbox_payments as payment set state = saves.state, version = saves.version
      from saves join locked using (reference) cross join gate
      where payment.reference = saves.reference and payment.version = saves.replaces
      returning payment.reference
    )
    select reference from inserted union all select reference from replaced
  `.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}
