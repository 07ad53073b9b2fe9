import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { bouncedScope } from './suppress.ts'

const hashesAtOnce = 5000

/** Those of these hashes of addresses (hexadecimal) to which no mail is sent any more, because mails to them came back. */
export async function bouncingAmong(db: Db, hashes: readonly string[]): Promise<string[]> {
  const bouncing: string[] = []
  for (let at = 0; at < hashes.length; at += hashesAtOnce) {
    const { rows } = await sql<{ hash: string }>`
      select encode(address_hash, 'hex') as hash from suppressions
      where address_hash = any(array(
          select decode(h, 'hex') from unnest(${hashes.slice(at, at + hashesAtOnce)}::text[]) h))
        and scope = ${bouncedScope}
    `.execute(db)
    bouncing.push(...rows.map(({ hash }) => hash))
  }
  return bouncing
}
