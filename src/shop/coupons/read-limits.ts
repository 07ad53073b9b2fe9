import { failParams, type ParamProblem } from '../../core/errors.ts'
import { exactDecimal } from '../../core/money.ts'
import { plainTitle } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CouponLimits, narrowed, noLimits } from '../pricing/limits/rules.ts'
import type { LimitFields } from './schema.ts'
import { missingIn } from './store.limits.ts'

type Merging = {
  db: Db
  currency: string
  /** The limits until now; null without any. */
  before: CouponLimits | null
  /** Whether somebody uses the coupon, or used it. */
  isUsed: boolean
}

/**
 * The limits after a change; undefined when there were none and there are none. Fails with `rest_invalid_param` for events and
 * tickets that do not exist, for tickets to open that are not hidden, and for a narrower limit of a coupon in use.
 */
export async function mergedLimits(
  fields: LimitFields | undefined,
  { db, currency, before, isUsed }: Merging,
): Promise<CouponLimits | undefined> {
  const former = before ?? noLimits
  if (fields === undefined) return before ?? undefined
  const problems: Record<string, ParamProblem> = {}
  const after = { ...former, ...membersOf(fields), ...minimumOf(fields, currency, problems) }
  Object.assign(problems, await unknownRecords(db, fields))
  if (isUsed) {
    for (const name of narrowed({ before: former, after })) problems[wireNames[name]] = inUse
  }
  if (Object.keys(problems).length > 0) {
    failParams(
      Object.fromEntries(
        Object.entries(problems).map(([name, problem]) => [`limits[${name}]`, problem]),
      ),
    )
  }
  return after
}

const inUse = {
  message:
    'cannot be narrowed, because the coupon was used: what it is for stays, and its limits can only be raised. Make another coupon.',
}

const wireNames: Readonly<Record<keyof CouponLimits, string>> = {
  event_ids: 'events',
  ticket_ids: 'tickets',
  opens: 'opens',
  min_total_minor: 'min_total',
  min_total_currency: 'min_total',
  max_places: 'max_places',
  max_places_per_order: 'max_places_per_order',
  per_person: 'per_person',
  tag: 'tag',
}

const distinct = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other)

function membersOf(fields: LimitFields): Partial<CouponLimits> {
  const { events, tickets, opens, max_places, max_places_per_order, per_person, tag } = fields
  return {
    ...(events && { event_ids: distinct(events) }),
    ...(tickets && { ticket_ids: distinct(tickets) }),
    ...(opens && { opens: distinct(opens) }),
    ...(max_places !== undefined && { max_places: max_places || null }),
    ...(max_places_per_order !== undefined && {
      max_places_per_order: max_places_per_order || null,
    }),
    ...(per_person !== undefined && { per_person: per_person || null }),
    ...(tag !== undefined && { tag: plainTitle(tag) }),
  }
}

function minimumOf(
  { min_total: text }: LimitFields,
  currency: string,
  problems: Record<string, ParamProblem>,
): Partial<CouponLimits> {
  if (text === undefined) return {}
  const none = { min_total_minor: null, min_total_currency: null }
  if (text.trim() === '') return none
  const amount = exactDecimal(text, currency)
  if (!amount) {
    problems['min_total'] = { message: `must be an amount in ${currency}, such as 50.` }
    return {}
  }
  return amount.minor === 0 ? none : { min_total_minor: amount.minor, min_total_currency: currency }
}

async function unknownRecords(db: Db, { events = [], tickets = [], opens = [] }: LimitFields) {
  const missing = await missingIn(db, { events, tickets, opens })
  const told = {
    events: 'there is no event with the id',
    tickets: 'there is no ticket with the id',
    opens: 'there is no hidden ticket with the id',
  }
  return Object.fromEntries(
    missing.map(({ list, ids }) => [list, { message: `${told[list]} ${ids.join(', ')}.` }]),
  )
}
