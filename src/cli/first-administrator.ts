import { createApplicationPassword } from '../access/keys/create-key.ts'
import { countUsers } from '../access/users/lookup.ts'
import { createUser } from '../access/users/save-user.ts'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Random } from '../platform/random.ts'

type Means = { db: Db; random: Random; config: Config }

/**
 * On an empty database, makes the administrator `admin`. Answers the application password when one was made up,
 * so that it can be shown once; nothing when it came from ADMIN_APPLICATION_PASSWORD or there are accounts.
 */
export async function createFirstAdministrator(means: Means): Promise<string | undefined> {
  return transaction(means.db, async tx => {
    if ((await countUsers(tx)) > 0) return undefined
    return create(tx, means)
  })
}

async function create(tx: Tx, { random, config }: Means) {
  const given = config.adminApplicationPassword
  const { id } = await createUser(tx, {
    login: 'admin',
    email: config.adminEmail,
    display_name: 'Administrator',
    role: 'administrator',
  })
  const { secret } = await createApplicationPassword(
    { db: tx, random },
    { userId: id, name: 'First start', ...(given === '' ? {} : { secret: given }) },
  )
  return given === '' ? secret : undefined
}
