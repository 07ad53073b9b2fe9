import type { CodeList, Coupon } from '@marquee-events/client'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { site } from '../../site.ts'
import { readRule } from './price-rule.ts'

/** What a code is for: everything, some events, some tickets, or only the hidden tickets that it shows. */
export type Scope = 'all' | 'events' | 'tickets' | 'opened'

/** The fields of the form of a code, as they are typed. Lists of records are their ids with commas between. */
export type CodeDraft = {
  slug: string
  display_name: string
  takes: 'percent' | 'flat' | 'nothing'
  raw_amount: string
  scope: Scope
  events: string
  tickets: string
  opens: string
  max_places_per_order: string
  max_places: string
  usage_limit: string
  per_person: string
  min_total: string
  start_time: string
  end_time: string
  tag: string
}

/** What codes can be for: the events and tickets to choose from. */
export type CodeChoices = Pick<CodeList, 'events' | 'tickets'>

export const blankCode = (event: number | undefined): CodeDraft => ({
  slug: '',
  display_name: '',
  takes: 'percent',
  raw_amount: '',
  scope: event === undefined ? 'all' : 'events',
  events: String(event ?? ''),
  tickets: '',
  opens: '',
  max_places_per_order: '',
  max_places: '',
  usage_limit: '',
  per_person: '',
  min_total: '',
  start_time: '',
  end_time: '',
  tag: '',
})

export const idsIn = (list: string): number[] =>
  list.split(',').flatMap(id => (id === '' ? [] : Number(id)))

const countText = (count: number | null | undefined) => (count == null ? '' : String(count))
const moment = (local: string | null) => (local ?? '').slice(0, 16).replace(' ', 'T')

export function codeDraftOf(coupon: Coupon): CodeDraft {
  const { limits } = coupon
  return {
    ...blankCode(undefined),
    slug: coupon.slug,
    display_name: coupon.name,
    ...takenOff(coupon),
    ...(limits && draftOfLimits(limits)),
    usage_limit: countText(coupon.usage_limit),
    start_time: moment(coupon.start_time),
    end_time: moment(coupon.end_time),
  }
}

function takenOff({ sub_type, raw_amount }: Coupon): Pick<CodeDraft, 'takes' | 'raw_amount'> {
  const amount = Number(raw_amount)
  if (amount === 0) return { takes: 'nothing', raw_amount: '' }
  return { takes: sub_type, raw_amount: String(amount) }
}

function draftOfLimits(limits: NonNullable<Coupon['limits']>): Partial<CodeDraft> {
  const { events, tickets, opens } = limits
  return {
    scope: scopeOf(limits),
    events: events.join(','),
    tickets: tickets.join(','),
    opens: opens.join(','),
    max_places_per_order: countText(limits.max_places_per_order),
    max_places: countText(limits.max_places),
    per_person: countText(limits.per_person),
    min_total: limits.min_total ?? '',
    tag: limits.tag,
  }
}

export function scopeOf({ events, tickets, opens }: NonNullable<Coupon['limits']>): Scope {
  if (tickets.length > 0) return 'tickets'
  if (events.length > 0) return 'events'
  return opens.length > 0 ? 'opened' : 'all'
}

const isBlank = (typed: string) => typed.trim() === ''
const isCount = (typed: string) => /^[1-9]\d{0,8}$/.test(typed.trim())

const counts = ['max_places_per_order', 'max_places', 'usage_limit', 'per_person'] as const

/** What can be told before sending. The service judges again. */
export function checkCode(draft: CodeDraft): Record<string, string> {
  const rule = readRule(draft.takes, draft.raw_amount)
  const isOff = draft.takes !== 'nothing'
  const wrong: Record<string, string> = {
    slug: isBlank(draft.slug) ? 'What do buyers type?' : '',
    raw_amount: isOff && 'problem' in rule ? rule.problem : '',
    events: draft.scope === 'events' && isBlank(draft.events) ? 'Which events?' : '',
    tickets: draft.scope === 'tickets' && isBlank(draft.tickets) ? 'Which tickets?' : '',
    opens: isBlank(draft.opens) ? missingHidden(draft) : '',
    min_total: problemOfAmount(draft.min_total),
  }
  for (const name of counts) {
    if (!isBlank(draft[name]) && !isCount(draft[name])) wrong[name] = 'A whole number from 1.'
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== ''))
}

function missingHidden({ takes, scope }: CodeDraft): string {
  const isNeeded = takes === 'nothing' || scope === 'opened'
  return isNeeded ? 'It takes nothing off and shows nothing. Which hidden ticket does it show?' : ''
}

function problemOfAmount(typed: string): string {
  if (isBlank(typed)) return ''
  const read = readAmount(typed, site.exponent)
  return 'problem' in read ? read.problem : ''
}

/** The draft as the interface takes it. `before` is the coupon as the form was opened with it; what is as it was is not sent. */
export function requestOfCode(draft: CodeDraft, before?: CodeDraft) {
  const isSame = (...names: (keyof CodeDraft)[]) =>
    before !== undefined && names.every(name => draft[name] === before[name])
  const limits = {
    ...(!isSame('takes', 'scope', 'events', 'tickets') && scopeRequest(draft)),
    ...(!isSame('opens') && { opens: idsIn(draft.opens) }),
    ...(!isSame('min_total') && { min_total: minimumOf(draft.min_total) }),
    ...(!isSame('tag') && { tag: draft.tag }),
    ...(!isSame('max_places', 'max_places_per_order', 'per_person') && {
      max_places: Number(draft.max_places),
      max_places_per_order: Number(draft.max_places_per_order),
      per_person: Number(draft.per_person),
    }),
  }
  const isLimited = before === undefined ? hasLimits(draft) : Object.keys(limits).length > 0
  return {
    slug: draft.slug,
    display_name: isBlank(draft.display_name) ? draft.slug : draft.display_name,
    ...(!isSame('takes', 'raw_amount') && amountOf(draft)),
    usage_limit: Number(draft.usage_limit),
    start_time: draft.start_time.replace('T', ' '),
    end_time: draft.end_time.replace('T', ' '),
    ...(isLimited && { limits }),
  }
}

function amountOf({ takes, raw_amount }: CodeDraft) {
  if (takes === 'nothing') return { sub_type: 'flat' as const, raw_amount: '0', amount: 0 }
  const rule = readRule(takes, raw_amount)
  // `checkCode` refused what cannot be read.
  return 'problem' in rule ? {} : { sub_type: takes, ...rule }
}

const ofLimits = [
  'max_places_per_order',
  'max_places',
  'per_person',
  'min_total',
  'tag',
  'opens',
] as const

const hasLimits = (draft: CodeDraft) =>
  draft.scope !== 'all' || ofLimits.some(name => !isBlank(draft[name]))

function scopeRequest({ takes, scope, events, tickets }: CodeDraft) {
  const ids = (wanted: Scope, list: string) =>
    takes !== 'nothing' && scope === wanted ? idsIn(list) : []
  return { events: ids('events', events), tickets: ids('tickets', tickets) }
}

function minimumOf(typed: string): string {
  const read = readAmount(typed, site.exponent)
  return 'minor' in read ? decimalOf(read.minor, site.exponent) : ''
}

const countOf = (typed: string) => (isCount(typed) ? Number(typed) : null)

/** What the draft says, for its sentence. Fields that cannot be read say nothing yet. */
export function termsOf(draft: CodeDraft) {
  const rule = readRule(draft.takes, draft.raw_amount)
  const isOff = draft.takes !== 'nothing' && !('problem' in rule)
  const minimum = minimumOf(draft.min_total)
  return {
    sub_type: draft.takes === 'percent' ? ('percent' as const) : ('flat' as const),
    raw_amount: isOff && 'raw_amount' in rule ? rule.raw_amount : '0',
    currency: null,
    usage_limit: countOf(draft.usage_limit),
    start_time: draft.start_time === '' ? null : draft.start_time,
    end_time: draft.end_time === '' ? null : draft.end_time,
    limits: {
      ...scopeRequest(draft),
      opens: idsIn(draft.opens),
      max_places: countOf(draft.max_places),
      max_places_per_order: countOf(draft.max_places_per_order),
      per_person: countOf(draft.per_person),
      min_total: minimum === '' ? null : minimum,
      min_total_currency: null,
    },
  }
}
