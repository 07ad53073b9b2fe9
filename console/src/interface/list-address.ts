/**
 * What a list shows, in the words of the interface's grammar: the address of a screen is that of the list (contract 29). A
 * panel that is open beside it is named by `open`.
 */
export type ListAddress = Readonly<Record<string, string>>

/** Reads an address: plain texts, as the interface has them, and nothing that the list does not know. */
export const addressOf =
  (known: readonly string[]) =>
  (search: Record<string, unknown>): ListAddress =>
    Object.fromEntries(
      [...known, ...answersIn(search, known)].flatMap(name => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 400)]] : []
      }),
    )

const answerFilter = /^filter\.answer\.[1-9]\d{0,14}$/

/** Filters by answers, in lists that have them: named by the question. */
const answersIn = (search: Record<string, unknown>, known: readonly string[]) =>
  known.includes('filter.answers_missing')
    ? Object.keys(search).filter(name => answerFilter.test(name))
    : []

/** What every list has beside its filters. */
const ofEveryList = ['search', 'sort', 'columns', 'open']

const bounds = (filter: string) => [filter, `${filter}.gte`, `${filter}.lte`]

export const orderParameters = [
  ...ofEveryList,
  'filter.event',
  'filter.status',
  'filter.method',
  ...bounds('filter.created'),
  ...bounds('filter.total'),
  'filter.currency',
  'filter.email',
  'filter.refund',
  'filter.refunded',
  'filter.dispute',
  'filter.coupon',
  'filter.answers_missing',
]

export const eventParameters = [
  ...ofEveryList,
  'filter.event',
  'filter.status',
  'filter.happening',
  ...bounds('filter.starts'),
  ...bounds('filter.ends'),
  'filter.venue',
]

const ofMoney = [
  ...ofEveryList,
  'filter.event',
  'filter.order',
  'filter.method',
  ...bounds('filter.at'),
  ...bounds('filter.amount'),
  'filter.currency',
]

export const paymentParameters = [...ofMoney, 'filter.reference']

export const bookParameters = [...ofMoney, 'filter.kind']

export const entryParameters = [
  'event',
  'from',
  'until',
  'kind',
  'method',
  'channel',
  'ticket',
  'coupon',
  'coupon_tag',
  'tagged',
  'currency',
  'simulated',
]

export const attendeeParameters = [
  ...ofEveryList,
  'filter.event',
  'filter.ticket',
  'filter.order',
  'filter.status',
  'filter.checked_in',
  'filter.named',
  'filter.answers_missing',
  'filter.email',
  ...bounds('filter.created'),
  ...bounds('filter.entered'),
]

/** The part of an address that decides the rows. */
export function asked({ open: _open, ...rest }: ListAddress): ListAddress {
  return rest
}

/** An address with some parts changed; an empty text takes a part away. Answers are of one event, and go with it. */
export function withParts(address: ListAddress, parts: Record<string, string>): ListAddress {
  const isOfOther = parts['filter.event'] !== undefined
  return Object.fromEntries(
    Object.entries({ ...address, ...parts }).filter(
      ([name, value]) => value !== '' && !(isOfOther && answerFilter.test(name)),
    ),
  )
}

/** The address of a list as a saved view has it. */
export const addressIn = (query: string): ListAddress =>
  Object.fromEntries(new URLSearchParams(query))

/** The same address as a saved view, without what is only of this screen. */
export const queryOf = (address: ListAddress): string => String(new URLSearchParams(asked(address)))

const words: Readonly<Record<string, string>> = {
  event: 'Event',
  ticket: 'Ticket',
  order: 'Order',
  status: 'State',
  happening: 'Takes place',
  method: 'Paid by',
  kind: 'What',
  created: 'Day',
  total: 'Total',
  amount: 'Amount',
  currency: 'Currency',
  email: 'E-mail',
  refund: 'Refund',
  refunded: 'Given back',
  dispute: 'Dispute open',
  coupon: 'Coupon',
  checked_in: 'Inside',
  named: 'Has a name',
  answer: 'Answered',
  answers_missing: 'Answers missing',
  entered: 'Came in',
  starts: 'Begins',
  ends: 'Ends',
  venue: 'Venue',
  at: 'Day',
  reference: 'Reference',
}

const ofBound: Readonly<Record<string, string>> = { gte: ' from', lte: ' until' }

/** What narrows or orders a list beside the fields of its screen, in words; each with the part of the address that says so. */
export function narrowedTo(address: ListAddress, fields: readonly string[]) {
  return Object.entries(asked(address)).flatMap(([part, value]) => {
    if (fields.includes(part) || part === 'search') return []
    const [, filter = '', bound = ''] = /^filter\.(\w+)(?:\.(gte|lte|\d+))?$/.exec(part) ?? []
    const named = filter ? `${words[filter] ?? filter}${ofBound[bound] ?? ''}` : undefined
    const what = named ?? { sort: 'Sorted by', columns: 'Columns of files' }[part]
    return what === undefined ? [] : [{ part, what, value: value.split(',').join(', ') }]
  })
}
