import type { CodeList, Coupon } from '@marquee-events/client'
import { counted, moneyWords, plain, wallWords } from '../../pieces/words.ts'
import type { CodeChoices } from './code-draft.ts'
import { ruleWords } from './price-rule.ts'

type Limits = Omit<NonNullable<Coupon['limits']>, 'tag' | 'places_ordered' | 'places_held'>

/** What a code does, and when. */
type Terms = Pick<
  Coupon,
  'sub_type' | 'raw_amount' | 'currency' | 'usage_limit' | 'start_time' | 'end_time'
> & { limits?: Limits }

/** A coupon as a sentence: "20 % off Standard, for at most 3 places per order, until …; also shows Speaker ticket". */
export function codeWords(coupon: Terms, choices: CodeChoices): string {
  const { limits } = coupon
  const takesOff = Number(coupon.raw_amount) > 0
  const off = takesOff ? `${ruleWords(coupon)} off${limits ? scopeWords(limits, choices) : ''}` : ''
  const opened = limits ? namesOf(limits.opens, choices.tickets) : ''
  const shows = opened === '' ? '' : `${takesOff ? 'also shows' : 'shows'} ${opened}`
  const first = off === '' ? shows : off
  const parts = [first, ...limitWords(coupon), ...whenWords(coupon)]
  const words = parts.filter(part => part !== '').join(', ')
  return off !== '' && shows !== '' ? `${words}; ${shows}` : words
}

function scopeWords({ events, tickets, opens }: Limits, choices: CodeChoices): string {
  const names = [namesOf(tickets, choices.tickets), eventNames(events, choices)]
  const words = names.filter(name => name !== '').join(' and ')
  if (words !== '') return ` ${words}`
  return opens.length > 0 ? ' what it shows' : ''
}

function eventNames(ids: readonly number[], { events }: CodeChoices): string {
  const names = ids.map(id => events.find(event => event.id === id)?.title ?? `event ${id}`)
  return names.length === 0 ? '' : `all tickets of ${names.map(plain).join(' and ')}`
}

const namesOf = (ids: readonly number[], tickets: CodeList['tickets']) =>
  ids
    .map(id => plain(tickets.find(ticket => ticket.id === id)?.name ?? `ticket ${id}`))
    .join(' and ')

function limitWords({ usage_limit: orders, limits }: Terms): string[] {
  const most = (count: number | null | undefined, words: (count: number) => string) =>
    count == null ? '' : words(count)
  return [
    most(limits?.max_places_per_order, count => `for at most ${counted(count, 'place')} per order`),
    most(limits?.max_places, count => `${counted(count, 'place')} in all`),
    most(orders, count => `${counted(count, 'order')} in all`),
    most(limits?.per_person, count => `${counted(count, 'order')} for one person`),
    limits?.min_total == null
      ? ''
      : `from ${moneyWords(limits.min_total, limits.min_total_currency ?? undefined)} on`,
  ]
}

const whenWords = ({ start_time, end_time }: Terms) => [
  start_time === null ? '' : `from ${wallWords(start_time)}`,
  end_time === null ? '' : `until ${wallWords(end_time)}`,
]

type Listed = CodeList['coupons'][number]

/** How much of a code is used: of its places where they are limited, else of its orders; shares of the whole. */
export function usesOf({ used, usage_limit, limits, orders_left, places_left }: Listed) {
  const isByPlaces = limits?.max_places != null
  const most = limits?.max_places ?? usage_limit
  const taken = isByPlaces ? (limits?.places_ordered ?? 0) : used
  const left = (isByPlaces ? places_left : orders_left) ?? 0
  const noun = isByPlaces ? 'place' : 'order'
  if (most === null)
    return { words: used === 0 ? 'not used yet' : 'no limit', used: 0, held: 0, most }
  return {
    words: `${counted(left, noun)} of ${most.toLocaleString('en')} left`,
    used: Math.min(1, taken / most),
    held: Math.max(0, (most - left - taken) / most),
    most,
  }
}
