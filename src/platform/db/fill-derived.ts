import { sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { touching } from './touching.ts'

const mostAtOnce = 20

export type Derived = {
  table: keyof Database
  /** A text column. */
  from: string
  /** The nullable column of what is made from it. */
  to: string
  make: (text: string) => string
}

/**
 * Fills a column that is made from a text and is null in rows that an older release wrote. A row that somebody changes meanwhile
 * stays as they wrote it. Answers do not change by it, so kept ones stay. Returns how many rows it filled.
 */
export async function fillDerived(db: Db, { table, from, to, make }: Derived): Promise<number> {
  const [name, source, target] = [sql.table(table), sql.ref(from), sql.ref(to)]
  for (let [filled, after] = [0, 0]; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${source} as text from ${name}
      where id > ${after} and ${target} is null and ${source} <> '' order by id limit ${mostAtOnce}`.execute(
      db,
    )
    const last = rows.at(-1)
    if (last === undefined) return filled
    const made = rows.map(({ id, text }) => ({ id, text, made: make(text) }))
    await sql`
      update ${name} as kept set ${target} = made.made
      from json_to_recordset(${JSON.stringify(made)}::json) as made (id bigint, text text, made text)
      where kept.id = made.id and kept.${source} = made.text and kept.${target} is null`.execute(
      touching(db, []),
    )
    filled += rows.length
    after = last.id
  }
}
