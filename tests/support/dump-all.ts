import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

/** Every row of every table but the named ones, as text: what a database says. */
export async function dumpAllBut(db: Db, left: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all(${[...left]}::text[])
    order by 1
  `.execute(db)
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${sql.raw(name)} t order by 1
    `.execute(db)
    lines.push(...rows.map(({ line }) => `${name}: ${line}`))
  }
  return lines
}
