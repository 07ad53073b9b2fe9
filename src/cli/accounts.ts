import { text as readText } from 'node:stream/consumers'
import { createApiKey, createApplicationPassword } from '../access/keys/create-key.ts'
import type { EndedCredentials } from '../access/keys/end-credentials.ts'
import { endOf, type Scope, scopes } from '../access/keys/rules.ts'
import { createLink } from '../access/sessions/create-link.ts'
import { givenPurposes, linkUrl } from '../access/sessions/rules.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { passwordCharactersMin } from '../access/users/rules.ts'
import { changeUser, createUser } from '../access/users/save-user.ts'
import type { Config } from '../config/config.ts'
import { type Role, roles } from '../core/capabilities.ts'
import { namespaceOf, publicRootOf } from '../create-deps.ts'
import { systemClock } from '../platform/clock.ts'
import { actingOn } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { systemRandom } from '../platform/random.ts'
import { openScannerKeysOf } from '../ticketing/checkin/list-open-keys.ts'
import { CommandRefused } from './command-refused.ts'
import { openMigrated } from './open-migrated.ts'

type Days = { expiresInDays?: number }

/** Adds an account and prints an application password for it. */
export async function addUser(
  config: Config,
  draft: { login: string; email: string; role: string } & Days,
) {
  const role = roleOf(draft.role)
  const email = addressOf(draft.email)
  await withAccounts(config, 'user add', async db => {
    const user = await createUser(db, { login: draft.login, email, role })
    const made = await createApplicationPassword(
      { db, random: systemRandom },
      { userId: user.id, name: 'Command line', expiresAt: endAfter(draft) },
    )
    console.log(`${user.login} (${user.role}) has this application password, shown once:`)
    console.log(`  ${made.secret}`)
  })
}

/** Changes address, name or role of an account. */
export async function changeAccount(
  config: Config,
  login: string,
  given: { email?: string; displayName?: string; role?: string },
) {
  const changes = {
    ...(given.email !== undefined && { email: addressOf(given.email) }),
    ...(given.displayName !== undefined && { display_name: given.displayName }),
    ...(given.role !== undefined && { role: roleOf(given.role) }),
  }
  await withAccounts(config, 'user change', async db => {
    const { id } = await accountOf(db, login)
    const { user } = await changeUser(db, { id, changes })
    console.log(
      `${user.login} (${user.role}): ${user.display_name}, ${user.email || 'no e-mail address'}`,
    )
  })
}

/** Sets a new password, printed when it was generated. Also prints the credentials it ended and those still valid. */
export async function resetPassword(
  config: Config,
  login: string,
  { stdin = false, keepKeys = false }: { stdin?: boolean; keepKeys?: boolean },
) {
  const password = stdin
    ? (await readText(process.stdin)).replace(/\r?\n$/, '')
    : systemRandom.token(18)
  if (password.length < passwordCharactersMin) {
    throw new CommandRefused(`A password has at least ${passwordCharactersMin} characters.`)
  }
  await withAccounts(config, 'user password', async db => {
    const { id } = await accountOf(db, login)
    const { ended } = await changeUser(db, { id, changes: { password, keep_keys: keepKeys } })
    console.log(`${login} has a new password${stdin ? '.' : ', shown once:'}`)
    if (!stdin) console.log(`  ${password}`)
    if (keepKeys) console.log('Application passwords and API keys stay valid.')
    else reportEnded(ended)
    const restRoot = () =>
      `${config.publicUrl}${config.apiPrefix}/${namespaceOf(config, 'tickets')}`
    for (const key of await openScannerKeysOf({ db, clock: systemClock, restRoot }, id)) {
      console.log(
        `The scanner key ${key.id} "${key.name}" still works; end it with ${key.end_with}`,
      )
    }
  })
}

function reportEnded({ application_passwords, api_keys }: EndedCredentials) {
  for (const { id, name } of application_passwords) {
    console.log(`Ended the application password ${id} "${name}".`)
  }
  for (const { id, name } of api_keys) console.log(`Ended the API key ${id} "${name}".`)
}

/** Makes a link that opens an account once, and prints it. */
export async function addLink(
  config: Config,
  { login, purpose }: { login: string; purpose: string },
) {
  const known = givenPurposes.find(one => one === purpose)
  if (!known) throw new CommandRefused(`A link is for one of ${givenPurposes.join(', ')}.`)
  await withAccounts(config, 'user link', async db => {
    const { id: userId } = await accountOf(db, login)
    const means = { db, random: systemRandom, clock: systemClock }
    const { secret, expiresAt } = await createLink(means, { userId, purpose: known })
    console.log(`This link works once, until ${expiresAt.toISOString()}:`)
    console.log(`  ${linkUrl(publicRootOf(config), secret)}`)
  })
}

/** Makes an API key for an account and prints it. */
export async function addKey(
  config: Config,
  draft: { login: string; name: string; list: string } & Days,
) {
  const wanted = draft.list.split(',').map(item => item.trim())
  const known = wanted.filter((item): item is Scope => scopes.some(scope => scope === item))
  if (known.length !== wanted.length) throw new CommandRefused(`Scopes are ${scopes.join(', ')}.`)
  await withAccounts(config, 'key create', async db => {
    const { id: userId } = await accountOf(db, draft.login)
    const made = await createApiKey(
      { db, random: systemRandom },
      { userId, name: draft.name, scopes: known, expiresAt: endAfter(draft) },
    )
    console.log('The API key is shown once:')
    console.log(`  ${made.secret}`)
    if (made.expires_at) console.log(`It ends at ${made.expires_at.toISOString()}.`)
  })
}

async function withAccounts(config: Config, name: string, work: (db: Db) => Promise<void>) {
  const { db, close } = await openMigrated(config)
  try {
    await work(actingOn(db, { kind: 'command', name }))
  } finally {
    await close()
  }
}

async function accountOf(db: Db, login: string) {
  const user = await findUserByLogin(db, login)
  if (!user) throw new CommandRefused(`There is no account ${login}.`)
  return user
}

function roleOf(word: string): Role {
  const role = roles.find((known): known is Role => known === word)
  if (!role) throw new CommandRefused(`There is no role ${word}; there are ${roles.join(', ')}.`)
  return role
}

function addressOf(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new CommandRefused(`${email} is not an e-mail address.`)
  return email
}

const endAfter = ({ expiresInDays }: Days) =>
  endOf(expiresInDays === undefined ? {} : { expires_in_days: expiresInDays }, {
    now: systemClock.now(),
    latest: null,
  })
