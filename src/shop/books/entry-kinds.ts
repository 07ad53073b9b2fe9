/** What an order was charged (`owed`), and what was paid of it (`paid`); both add up to what is open. */
export const kinds = {
  owed: ['sale', 'fee', 'discount', 'rounding', 'return'],
  paid: ['payment', 'refund', 'dispute', 'till'],
} as const

export type EntryKind = (typeof kinds)['owed' | 'paid'][number]

export const isOwed = (kind: EntryKind): boolean =>
  (kinds.owed as readonly EntryKind[]).includes(kind)
