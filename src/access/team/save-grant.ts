import { type Caller, can, credentialEndOf, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import type { Locale } from '../../core/locale.ts'
import { exactDecimal } from '../../core/money.ts'
import { type Grant, grantOf, type GrantSet, rightsOf } from '../../core/rights.ts'
import type { Deps } from '../../deps.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { refuse } from '../../platform/http/access.ts'
import type { AccessAdditions } from '../additions.ts'
import { createLink } from '../sessions/create-link.ts'
import { linkUrl } from '../sessions/rules.ts'
import { findUserAt } from '../users/lookup.ts'
import { holdsGrant, loginPattern } from '../users/rules.ts'
import { changingAccounts, createUser } from '../users/save-user.ts'
import {
  deleteGrant,
  findGrant,
  insertGrant,
  type MemberRow,
  titlesOf,
  updateGrant,
} from './store.ts'

type TeamDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'config' | 'publicRoot' | 'budgets'>

export type GrantDraft = {
  email: string
  displayName: string | undefined
  set: GrantSet
  eventId: number | null
  refundLimit: string | null
  locale: Locale | undefined
}

export type Invitation = { sent: boolean; url?: string; expires_at?: string }
export type Giving = {
  by: Caller
  /** Queues the mail that invites a new account; undefined without a mail server. */
  invite: AccessAdditions['invite'] | undefined
}

/**
 * Gives a set to the account with this address, and makes the account if there is none: its owner is invited by mail
 * or, without a mail server, by a link that the answer shows once to managers of the whole site. Fails with `rest_forbidden`
 * when the caller does not hold all of it there (contract.md 28.4), `rest_grant_exists`, `mail_not_configured` and
 * `rest_too_many_requests`.
 */
export async function giveGrant(
  deps: TeamDeps,
  draft: GrantDraft,
  giving: Giving,
): Promise<{ row: MemberRow; invitation: Invitation | undefined }> {
  const grant = readGrant(deps, draft)
  return changingTeam(deps, giving.by, async tx => {
    demandMayGive(giving.by, grant)
    if (grant.eventId !== null && !(await titlesOf(tx, [grant.eventId])).has(grant.eventId)) {
      failParams({ event: { message: 'There is no event with this id.' } })
    }
    const user = await findUserAt(tx, draft.email)
    if (user) demandOther(giving.by, user.id)
    const account: Account = user ?? (await addAccount(tx, deps, { draft, giving }))
    const id = await insertGrant(tx, {
      user_id: account.id,
      event_id: grant.eventId,
      created_by: userIdOf(giving.by),
      ...columnsOf(grant),
    })
    const row = (await findGrant(tx, id)) ?? fail('rest_grant_not_found')
    return { row, invitation: account.invitation }
  })
}

export type GrantChange = { set?: GrantSet; refundLimit?: string | null }

/** Changes set or limit of a grant; the caller holds all of it before and after. */
export function changeGrant(
  deps: TeamDeps,
  id: number,
  { change, by }: { change: GrantChange; by: Caller },
): Promise<MemberRow> {
  return changingTeam(deps, by, async tx => {
    const before = await grantToChange(tx, id, by)
    const set = change.set ?? before.set
    const limit = 'refundLimit' in change ? (change.refundLimit ?? null) : undefined
    const keeps = limit === undefined && rightsOf(set, before.event_id).includes('orders.refund')
    const refundLimit = keeps ? grantOf(before).refundLimit : null
    const after =
      limit === undefined
        ? { set, eventId: before.event_id, refundLimit }
        : readGrant(deps, { set, eventId: before.event_id, refundLimit: limit })
    demandMayGive(by, after)
    await updateGrant(tx, id, columnsOf(after))
    return (await findGrant(tx, id)) ?? fail('rest_grant_not_found')
  })
}

/** Takes a grant back; the person's credentials lose it with their next request. Returns whose it was. */
export function takeGrant(deps: TeamDeps, id: number, by: Caller): Promise<number> {
  return changingTeam(deps, by, async tx => {
    const { user_id } = await grantToChange(tx, id, by)
    await deleteGrant(tx, id)
    return user_id
  })
}

async function changingTeam<T>({ db }: TeamDeps, by: Caller, work: (tx: Tx) => Promise<T>) {
  try {
    return await changingAccounts(db, by, work)
  } catch (error) {
    if (violatedConstraint(error) === 'grants_are_unique')
      fail('rest_grant_exists', { cause: error })
    throw error
  }
}

/** A grant of a team that the caller manages. */
export async function grantInReach(db: Db, id: number, by: Caller): Promise<MemberRow> {
  const row = await findGrant(db, id)
  return row && can(by, 'team.write', row.event_id ?? undefined)
    ? row
    : fail('rest_grant_not_found')
}

/** A grant that the caller may change; one of another event does not exist. */
async function grantToChange(tx: Tx, id: number, by: Caller): Promise<MemberRow> {
  const row = await grantInReach(tx, id, by)
  demandOther(by, row.user_id)
  demandMayGive(by, grantOf(row))
  return row
}

function demandMayGive(by: Caller, grant: Grant) {
  const isHere = can(by, 'team.write', grant.eventId ?? undefined)
  if (!isHere || !holdsGrant(by, grant)) refuse(by, beyond)
}

const beyond =
  'Nobody gives, changes or takes more than they hold there: you need `team.write`, every capability of the set, and a refund limit at least as large.'

function demandOther(by: Caller, userId: number) {
  if (userIdOf(by) === userId)
    refuse(by, 'Nobody changes their own grants: ask somebody else of the team.')
}

function readGrant(
  { config }: TeamDeps,
  { set, eventId, refundLimit }: Pick<GrantDraft, 'set' | 'eventId' | 'refundLimit'>,
): Grant {
  if (refundLimit === null) return { set, eventId, refundLimit: null }
  if (!rightsOf(set, eventId).includes('orders.refund')) {
    failParams({ refund_limit: { message: `is for sets that refund, and ${set} does not.` } })
  }
  const amount = exactDecimal(refundLimit, config.currency)
  return amount
    ? { set, eventId, refundLimit: amount }
    : failParams({ refund_limit: { message: `must be an amount of ${config.currency}.` } })
}

const columnsOf = ({ set, refundLimit }: Grant) => ({
  set,
  refund_limit_minor: refundLimit?.minor ?? null,
  currency: refundLimit?.currency ?? null,
})

type Account = { id: number; invitation?: Invitation }
type Adding = { draft: GrantDraft; giving: Giving }

/**
 * How many people one person invites in 24 hours, whatever `RATE_LIMIT` says. Managers of single events are not chosen by whom
 * they invite, and each invitation is a mail in our name and an account that stays.
 */
const invitations: Terms = { name: 'invitations', limit: 50, windowSeconds: 86_400, always: true }

async function countInvitation(tx: Tx, { budgets }: TeamDeps, by: Caller) {
  const userId = userIdOf(by)
  if (userId === null || can(by, 'manage_site')) return
  const budget = budgets.budget(invitations)
  const [sum = 0] = await budgets.settleIn(tx, [{ budget, key: `user ${userId}`, cost: 1 }])
  if (sum > invitations.limit) {
    fail('rest_too_many_requests', {
      message: `One person invites at most ${invitations.limit} people within 24 hours; nothing was done.`,
      retryAfterSeconds: invitations.windowSeconds,
    })
  }
}

const onlyTheSiteInvites =
  'No mail server is set (SMTP_URL), and links for new accounts are shown only to those who manage the team of the whole site: ask one of them.'

/** An account without a role, which holds what it is given only. */
async function addAccount(
  tx: Tx,
  deps: TeamDeps,
  { draft, giving: { by, invite } }: Adding,
): Promise<Account> {
  if (credentialEndOf(by) !== null) {
    fail('rest_forbidden', {
      message: 'A credential that expires invites nobody; use one that does not.',
    })
  }
  const isOfSite = can(by, 'team.write')
  if (!isOfSite && !invite) fail('mail_not_configured', { message: onlyTheSiteInvites })
  await countInvitation(tx, deps, by)
  const { email, displayName = email.slice(0, email.indexOf('@')), locale } = draft
  const fits = new RegExp(loginPattern).test(email)
  const login = fits ? email : `person-${deps.random.token(9)}`
  const account = { login, email, display_name: displayName, role: 'subscriber' as const }
  const user = await createUser(tx, account, {
    actor: by,
    invite: invite && ((inside, made) => invite(inside, { id: made.id, email, locale })),
  })
  if (invite) return { id: user.id, invitation: { sent: true } }
  const { secret, expiresAt } = await createLink(
    { db: tx, random: deps.random, clock: deps.clock },
    { userId: user.id, purpose: 'invitation' },
  )
  const url = linkUrl(deps.publicRoot, secret)
  return { id: user.id, invitation: { sent: false, url, expires_at: expiresAt.toISOString() } }
}
