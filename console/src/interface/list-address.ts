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
      known.flatMap(name => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 400)]] : []
      }),
    )

export const orderParameters = [
  'search',
  'filter.event',
  'filter.status',
  'filter.method',
  'filter.created.gte',
  'filter.created.lte',
  'filter.email',
  'filter.refund',
  'filter.dispute',
  'sort',
  'open',
] as const

export const entryParameters = [
  'event',
  'from',
  'until',
  'kind',
  'method',
  'channel',
  'ticket',
  'coupon',
  'currency',
  'simulated',
]

export const attendeeParameters = [
  'search',
  'filter.event',
  'filter.ticket',
  'filter.order',
  'filter.status',
  'filter.checked_in',
  'filter.named',
  'filter.created',
  'filter.entered.gte',
  'filter.entered.lte',
  'sort',
  'open',
] as const

/** The part of an address that decides the rows. */
export function asked({ open: _open, ...rest }: ListAddress): ListAddress {
  return rest
}

/** An address with some parts changed; an empty text takes a part away. */
export function withParts(address: ListAddress, parts: Record<string, string>): ListAddress {
  return Object.fromEntries(
    Object.entries({ ...address, ...parts }).filter(([, value]) => value !== ''),
  )
}
