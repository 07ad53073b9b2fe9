import type { Static } from 'typebox'
import { type Caller, can, isStale, refundLimitOf } from '../../core/caller.ts'
import { formatDecimal } from '../../core/money.ts'
import { rightNames } from '../../core/rights.ts'
import type { GrantView, Me } from './schema.ts'
import type { MemberRow } from './store.ts'

/**
 * A grant as its reader sees it. Who manages the team of single events knows members by the address that was sent: any
 * address may be given a set, and the answer must not tell whose it is.
 */
export function grantView(row: MemberRow, reader: Caller): Static<typeof GrantView> {
  const isOfSite = can(reader, 'team.write')
  const { refund_limit_minor: minor, currency } = row
  return {
    id: row.id,
    user: {
      id: row.user_id,
      login: isOfSite ? row.login : '',
      display_name: isOfSite ? row.display_name : '',
      email: row.email,
      invited: row.has_no_password,
    },
    set: row.set,
    event: row.event_id,
    event_title: row.event_title,
    refund_limit: minor === null || currency === null ? null : formatDecimal({ minor, currency }),
    currency,
    created_at: row.created_at.toISOString(),
  }
}

type User = Extract<Caller, { kind: 'user' }>
type GrantContext = {
  profile: { login: string; display_name: string }
  titles: ReadonlyMap<number, string>
  currency: string
}

/** What a credential may do, for the site and at single events. */
export function meView(
  caller: User,
  { profile, titles, currency }: GrantContext,
): Static<typeof Me> {
  const limit = (events: number[]) => {
    const minor = refundLimitOf(caller, events, currency)
    return typeof minor === 'number' ? formatDecimal({ minor, currency }) : null
  }
  return {
    user: { id: caller.userId, ...profile, role: caller.role },
    capabilities: rightNames.filter(right => can(caller, right)),
    refund_limit: limit([]),
    currency,
    events: [...titles].map(([id, title]) => ({
      id,
      title,
      capabilities: rightNames.filter(right => can(caller, right, id)),
      refund_limit: limit([id]),
    })),
    fresh: !isStale(caller),
  }
}
