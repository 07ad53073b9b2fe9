import type { CreateTicketRequest, Ticket } from '@marquee-events/client'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'

/** The fields of the form of a ticket, as they are typed. */
export type TicketDraft = {
  name: string
  description: string
  price: string
  mode: 'own' | 'global' | 'capped' | 'unlimited'
  capacity: string
  event_capacity: string
  from_day: string
  from_time: string
  sale_ends: 'event_start' | 'event_end' | 'date'
  until_day: string
  until_time: string
  reduced: boolean
  reduced_price: string
  reduced_from: string
  reduced_until: string
  min_per_order: string
  max_per_order: string
  iac: 'none' | 'allowed' | 'required'
  hidden: boolean
}

const amountText = (value: string | number | undefined) =>
  value === undefined || value === '' || Number(value) === 0 ? '' : String(value)

/** The draft of a ticket that does not exist yet; `shared`: the places that tickets of the event share already. */
export const blankDraft = (shared: number | undefined): TicketDraft => ({
  name: '',
  description: '',
  price: '',
  mode: 'own',
  capacity: '',
  event_capacity: String(shared ?? ''),
  from_day: '',
  from_time: '',
  sale_ends: 'event_start',
  until_day: '',
  until_time: '',
  reduced: false,
  reduced_price: '',
  reduced_from: '',
  reduced_until: '',
  min_per_order: '',
  max_per_order: '',
  iac: 'allowed',
  hidden: false,
})

const modes = ['own', 'global', 'capped'] as const
const clock = (local: string) => ({ day: local.slice(0, 10), time: local.slice(11, 16) })

export function draftOf(ticket: Ticket, shared: number | undefined): TicketDraft {
  const mode = modes.find(one => one === ticket.capacity_type) ?? 'unlimited'
  const [from, until] = [clock(ticket.available_from), clock(ticket.available_until)]
  return {
    ...blankDraft(shared),
    ...reducedOf(ticket),
    name: plain(ticket.title),
    description: ticket.description,
    price: amountText(ticket.cost_details.values[0]),
    mode,
    capacity: mode === 'own' || mode === 'capped' ? String(ticket.capacity) : '',
    from_day: from.day,
    from_time: from.time,
    sale_ends: ticket.sale_ends ?? 'event_start',
    until_day: until.day,
    until_time: until.time,
    min_per_order: String(ticket.min_per_order ?? ''),
    max_per_order: String(ticket.max_per_order ?? ''),
    iac: (['none', 'required'] as const).find(one => one === ticket.iac) ?? 'allowed',
    hidden: ticket.hidden === true,
  }
}

function reducedOf({ sale_price_data: sale }: Ticket) {
  if (Array.isArray(sale)) return {}
  return {
    reduced: String(sale.enabled) === '1',
    reduced_price: amountText(sale.sale_price),
    reduced_from: sale.start_date,
    reduced_until: sale.end_date,
  }
}

const problemOf = (typed: string) => {
  if (typed.trim() === '') return ''
  const read = readAmount(typed, site.exponent)
  return 'problem' in read ? read.problem : ''
}

const isCount = (typed: string) => /^\d{1,9}$/.test(typed.trim())

/** What can be told before sending. The service judges again. */
export function check(draft: TicketDraft): Record<string, string> {
  const counts = draft.mode === 'own' || draft.mode === 'capped'
  const shares = draft.mode === 'global' || draft.mode === 'capped'
  const wrong = {
    name: draft.name.trim() === '' ? 'A ticket needs a name.' : '',
    price: problemOf(draft.price),
    capacity:
      counts && !isCount(draft.capacity) ? 'How many places are there? A whole number.' : '',
    event_capacity:
      shares && !isCount(draft.event_capacity)
        ? 'How many places does the event have? A whole number.'
        : '',
    reduced_price: draft.reduced
      ? problemOf(draft.reduced_price) || missing(draft.reduced_price)
      : '',
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== ''))
}

const missing = (typed: string) => (typed.trim() === '' ? 'What is the reduced price?' : '')

/** A typed amount as the interface takes it; blank is free. */
function amount(typed: string): string {
  const read = readAmount(typed, site.exponent)
  return 'minor' in read ? decimalOf(read.minor, site.exponent) : ''
}

/** What only the form proposes, such as the day since when it is sold: untouched, it is not written. */
const windows = ['start_date', 'start_time', 'end_date', 'end_time', 'sale_ends'] as const
const windowOf = (draft: TicketDraft) =>
  JSON.stringify([
    draft.from_day,
    draft.from_time,
    draft.sale_ends,
    draft.until_day,
    draft.until_time,
  ])

/** The request of a form that was opened from `before`. */
export function changeOf(draft: TicketDraft, before: TicketDraft) {
  const request: Partial<Omit<CreateTicketRequest, 'price'>> & { price?: string } = requestOf(draft)
  if (windowOf(draft) === windowOf(before)) for (const name of windows) delete request[name]
  return request
}

/** The draft as the interface takes it: amounts as exact text, days and times as text on the clock of the event. */
export function requestOf(draft: TicketDraft) {
  const { mode } = draft
  const count = (typed: string) => (isCount(typed) ? Number(typed) : undefined)
  const [least, most] = [count(draft.min_per_order), count(draft.max_per_order)]
  return {
    name: draft.name,
    description: draft.description,
    price: amount(draft.price),
    start_date: draft.from_day,
    ...(draft.from_day !== '' && { start_time: draft.from_time }),
    ...(draft.sale_ends === 'date'
      ? { end_date: draft.until_day, ...(draft.until_day !== '' && { end_time: draft.until_time }) }
      : { sale_ends: draft.sale_ends }),
    iac: draft.iac,
    hidden: draft.hidden,
    ...(least !== undefined && { min_per_order: least }),
    ...(most !== undefined && { max_per_order: most }),
    ticket: {
      mode,
      ...((mode === 'own' || mode === 'capped') && { capacity: Number(draft.capacity) }),
      ...((mode === 'global' || mode === 'capped') && {
        event_capacity: Number(draft.event_capacity),
      }),
      sale_price: {
        checked: draft.reduced,
        ...(draft.reduced && {
          price: amount(draft.reduced_price),
          start_date: draft.reduced_from,
          end_date: draft.reduced_until,
        }),
      },
    },
  } satisfies CreateTicketRequest
}
