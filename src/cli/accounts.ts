import { createApiKey, createApplicationPassword } from '../access/keys/create-key.ts'
import type { EndedCredentials } from '../access/keys/end-credentials.ts'
import { endOf, type Scope, scopes } from '../access/keys/rules.ts'
import { resetFactor } from '../access/second-factor/remove-factor.ts'
import { createLink } from '../access/sessions/create-link.ts'
import { givenPurposes, linkUrl } from '../access/sessions/rules.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { loginPattern, passwordCharactersMin } from '../access/users/rules.ts'
import { changeUser, createUser } from '../access/users/save-user.ts'
import type { Config } from '../config/config.ts'
import { type Role, roles } from '../core/capabilities.ts'
import { namespaceOf, publicRootOf } from '../create-deps.ts'
import { systemClock } from '../platform/clock.ts'
import { actingOn } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { systemRandom } from '../platform/random.ts'
import { openScannerKeysOf } from '../ticketing/checkin/list-open-keys.ts'
import { addressOf } from './address-of.ts'
import { CommandRefused } from './command-refused.ts'
import type {
  AccountChange,
  Changes,
  Days,
  NewAccount,
  NewKey,
  NewLink,
  NewPassword,
  Say,
} from './control-socket.ts'
import { hereOrRunning } from './here-or-running.ts'

type AccountDeps = { db: Db; config: Config }

/** Runs a command for accounts in this process, or in the service that has the embedded database open. */
export function withAccounts(config: Config, change: AccountChange) {
  return hereOrRunning(config, { do: 'account', change }, db =>
    changeAccounts({ db, config }, change, line => console.log(line)),
  )
}

/** Does what a command for accounts says, and tells what became of it. */
export async function changeAccounts({ db, config }: AccountDeps, change: AccountChange, say: Say) {
  const deps = { db: actingOn(db, { kind: 'command', name: change.do }), config }
  switch (change.do) {
    case 'user add':
      return addUser(deps, change, say)
    case 'user change':
      return changeAccount(deps, change, say)
    case 'user password':
      return setPassword(deps, change, say)
    case 'user link':
      return addLink(deps, change, say)
    case 'user reset-factor':
      return takeFactor(deps, change.login, say)
    case 'key create':
      return addKey(deps, change, say)
  }
}

/** Adds an account, and an application password for it. */
async function addUser({ db }: AccountDeps, draft: NewAccount, say: Say) {
  const role = roleOf(draft.role)
  const email = addressOf(draft.email)
  const user = await createUser(db, { login: loginOf(draft.login), email, role })
  const made = await createApplicationPassword(
    { db, random: systemRandom },
    { userId: user.id, name: 'Command line', expiresAt: endAfter(draft) },
  )
  say(`${user.login} (${user.role}) has this application password, shown once:`)
  say(`  ${made.secret}`)
}

/** Changes address, name or role of an account. */
async function changeAccount({ db }: AccountDeps, given: Changes, say: Say) {
  const changes = {
    ...(given.email !== undefined && { email: addressOf(given.email) }),
    ...(given.displayName !== undefined && {
      display_name: nameOf('A display name', given.displayName),
    }),
    ...(given.role !== undefined && { role: roleOf(given.role) }),
  }
  const { id } = await accountOf(db, given.login)
  const { user } = await changeUser(db, { id, changes })
  say(`${user.login} (${user.role}): ${user.display_name}, ${user.email || 'no e-mail address'}`)
}

/** Sets a new password. Tells which credentials it ended and which are still valid. */
async function setPassword({ db, config }: AccountDeps, wanted: NewPassword, say: Say) {
  const { login, password: newPassword, keepKeys = false } = wanted
  const password = newPassword ?? systemRandom.token(18)
  if (password.length < passwordCharactersMin) {
    throw new CommandRefused(`A password has at least ${passwordCharactersMin} characters.`)
  }
  const { id } = await accountOf(db, login)
  const { ended } = await changeUser(db, { id, changes: { password, keep_keys: keepKeys } })
  say(`${login} has a new password${newPassword === undefined ? ', shown once:' : '.'}`)
  if (newPassword === undefined) say(`  ${password}`)
  if (keepKeys) say('Application passwords and API keys stay valid.')
  else tellEnded(ended, say)
  const restRoot = () => `${config.publicUrl}${config.apiPrefix}/${namespaceOf(config, 'tickets')}`
  for (const key of await openScannerKeysOf({ db, clock: systemClock, restRoot }, id)) {
    say(`The scanner key ${key.id} "${key.name}" still works; end it with ${key.end_with}`)
  }
}

function tellEnded({ application_passwords, api_keys }: EndedCredentials, say: Say) {
  for (const { id, name } of application_passwords) {
    say(`Ended the application password ${id} "${name}".`)
  }
  for (const { id, name } of api_keys) say(`Ended the API key ${id} "${name}".`)
}

/** Makes a link that opens an account once. */
async function addLink({ db, config }: AccountDeps, { login, purpose }: NewLink, say: Say) {
  const chosen = givenPurposes.find(one => one === purpose)
  if (!chosen) throw new CommandRefused(`A link is for one of ${givenPurposes.join(', ')}.`)
  const { id: userId } = await accountOf(db, login)
  const deps = { db, random: systemRandom, clock: systemClock }
  const { secret, expiresAt } = await createLink(deps, { userId, purpose: chosen })
  say(`This link works once, until ${expiresAt.toISOString()}:`)
  say(`  ${linkUrl(publicRootOf(config), secret)}`)
}

/** Removes the second factor of somebody who has lost the device and the recovery codes. */
async function takeFactor({ db }: AccountDeps, login: string, say: Say) {
  const { id } = await accountOf(db, login)
  if (!(await resetFactor(db, id))) throw new CommandRefused(`${login} has no second factor.`)
  say(`${login} signs in with the password alone from now on.`)
}

/** Makes an API key for an account. */
async function addKey({ db }: AccountDeps, draft: NewKey, say: Say) {
  const wanted = draft.list.split(',').map(item => item.trim())
  const knownScopes = wanted.filter((item): item is Scope => scopes.some(scope => scope === item))
  if (knownScopes.length !== wanted.length)
    throw new CommandRefused(`Scopes are ${scopes.join(', ')}.`)
  const { id: userId } = await accountOf(db, draft.login)
  const made = await createApiKey(
    { db, random: systemRandom },
    {
      userId,
      name: nameOf('The name of a key', draft.name),
      scopes: knownScopes,
      expiresAt: endAfter(draft),
    },
  )
  say('The API key is shown once:')
  say(`  ${made.secret}`)
  if (made.expires_at) say(`It ends at ${made.expires_at.toISOString()}.`)
}

async function accountOf(db: Db, login: string) {
  const user = await findUserByLogin(db, login)
  if (!user) throw new CommandRefused(`There is no account ${login}.`)
  return user
}

function loginOf(text: string): string {
  if (new RegExp(loginPattern).test(text)) return text
  throw new CommandRefused(
    `"${text}" is no login: a login has 1 to 60 letters, digits, ".", "_", "@" or "-".`,
  )
}

const nameCharactersMax = 200

/** A name that the interface accepts, too. */
function nameOf(what: string, text: string): string {
  if (text.trim() !== '' && text.length <= nameCharactersMax) return text
  throw new CommandRefused(`${what} has 1 to ${nameCharactersMax} characters.`)
}

function roleOf(word: string): Role {
  const role = roles.find((one): one is Role => one === word)
  if (!role) throw new CommandRefused(`There is no role ${word}; there are ${roles.join(', ')}.`)
  return role
}

const endAfter = ({ expiresInDays }: Days) =>
  endOf(expiresInDays === undefined ? {} : { expires_in_days: expiresInDays }, {
    now: systemClock.now(),
    latest: null,
  })
