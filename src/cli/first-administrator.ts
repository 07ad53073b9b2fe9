import { createApplicationPassword } from '../access/keys/create-key.ts'
import { linkUrl } from '../access/sessions/rules.ts'
import { createLink } from '../access/sessions/create-link.ts'
import { countUsers } from '../access/users/lookup.ts'
import { createFirstUser } from '../access/users/save-user.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Random } from '../platform/random.ts'
import type { Say } from './control-socket.ts'

type SetUpDeps = { db: Db; random: Random; clock: Clock; config: Config }

/**
 * Secrets that are shown once: the secret of the link that sets a password, and the application password, unless it is
 * from ADMIN_APPLICATION_PASSWORD.
 */
export type FirstAdministrator = { applicationPassword: string | undefined; linkSecret: string }

/**
 * On an empty database, creates the administrator `admin`. Returns the generated secrets, to be shown once, or nothing
 * when accounts exist.
 */
export async function createFirstAdministrator(
  deps: SetUpDeps,
): Promise<FirstAdministrator | undefined> {
  return transaction(deps.db, async tx => {
    if ((await countUsers(tx)) > 0) return undefined
    return create(tx, deps)
  })
}

async function create(tx: Tx, { random, clock, config }: SetUpDeps) {
  const given = config.adminApplicationPassword
  const user = await createFirstUser(tx, {
    login: 'admin',
    email: config.adminEmail,
    display_name: 'Administrator',
    role: 'administrator',
  })
  if (!user) return undefined
  const { secret } = await createApplicationPassword(
    { db: tx, random },
    { userId: user.id, name: 'First start', ...(given === '' ? {} : { secret: given }) },
  )
  const link = await createLink({ db: tx, random, clock }, { userId: user.id, purpose: 'set-up' })
  return { applicationPassword: given === '' ? secret : undefined, linkSecret: link.secret }
}

/**
 * Says the secrets, which nobody can read again. Each stands on the line that says what it is, so that whoever looks for
 * "password" in a log finds it.
 */
export function sayFirstAdministrator(made: FirstAdministrator, publicRoot: string, say: Say) {
  const { applicationPassword, linkSecret } = made
  say(
    applicationPassword === undefined
      ? 'The administrator is "admin"; its application password is that of ADMIN_APPLICATION_PASSWORD.'
      : `The administrator is "admin"; its application password, shown once: ${applicationPassword}`,
  )
  say(
    `To choose a password for signing in with a browser, open this link once, within a week: ${linkUrl(publicRoot, linkSecret)}`,
  )
}
