import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** One statement for any number of facts, with one text whatever the number, so that it stays prepared. */
export async function insertFacts(tx: Tx, facts: readonly { name: string; payload: object }[]) {
  await sql`
    insert into facts (name, payload)
    select name, payload
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact (name text, payload jsonb)
  `.execute(tx)
}
