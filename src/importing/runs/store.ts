import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type LossOwner = { readonly order: readonly number[]; readonly attendee: readonly number[] }

/** What stands in the place of what was erased. */
const erased = 'What was written here was erased with the person.'

/** Lines of reports about a person: by the records that they became, or by the address in them. */
const ofPerson = (email: string, { order, attendee }: LossOwner) => sql`
  l.reason <> ${erased} and (position(${email} in lower(l.reason)) > 0 or exists (
    select from import_runs u join import_records r on r.source_id = u.source_id
    where u.id = l.run_id and r.old_id = l.old_id and r.kind = l.kind
      and ((r.kind = 'order' and r.our_id = any(${[...order]}::bigint[]))
        or (r.kind = 'attendee' and r.our_id = any(${[...attendee]}::bigint[])))))`

export async function emptyLosses(tx: Tx, email: string, of: LossOwner): Promise<number> {
  const { rows } = await sql`
    update import_losses l set reason = ${erased} where ${ofPerson(email, of)} returning n
  `.execute(tx)
  return rows.length
}

export type PersonLoss = { kind: string; old_id: number | null; reason: string }

/** What reports of imports say of a person. */
export async function lossesOfPerson(db: Db, email: string, of: LossOwner): Promise<PersonLoss[]> {
  const { rows } = await sql<PersonLoss>`
    select l.kind, l.old_id, l.reason from import_losses l where ${ofPerson(email, of)} order by l.run_id, l.n
  `.execute(db)
  return rows
}

const forgottenAtOnce = 5000

/** Deletes some of the lines of reports whose run ended so long ago, and returns how many. */
export async function forgetLosses(db: Db, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_losses where (run_id, n) in (
      select l.run_id, l.n from import_runs u join import_losses l on l.run_id = u.id
      where u.ended_at < clock_timestamp() - make_interval(days => ${keptDays}::integer)
      limit ${forgottenAtOnce})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
