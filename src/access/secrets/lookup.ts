import type { Db } from '../../platform/db/database.ts'
import type { Random } from '../../platform/random.ts'

const secretBytes = 32

/** A named secret of this installation, created at first use and the same for every process on this database. */
export async function serverSecret(db: Db, random: Random, name: string): Promise<Buffer> {
  const existing = await findSecret(db, name)
  if (existing) return existing
  await db
    .insertInto('server_secrets')
    .values({ name, value: random.bytes(secretBytes) })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const made = await findSecret(db, name)
  if (!made) throw new Error(`The server secret ${name} could not be stored.`)
  return made
}

/** The same secret where only reading is meant; undefined before its first use. */
export async function findSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
