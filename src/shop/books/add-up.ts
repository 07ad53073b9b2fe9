import { type Method } from './causes.ts'
import { type EntryKind, isOwed } from './entry-kinds.ts'
import { type Entry } from './entries-of-order.ts'

/** Entries of one event, currency, method and kind, added up. */
export type Sum = {
  eventId: number | null
  currency: string
  method: Method
  kind: EntryKind
  amountMinor: number
  entries: number
}

/** What is added to each other: never two currencies, and never money with what the sandbox simulated. */
export type Group = {
  /** Null for all events together, and for what belongs to none. */
  eventId: number | null
  currency: string
  isSimulated: boolean
  kinds: ReadonlyMap<EntryKind, number>
  /** By the way of paying. */
  methods: ReadonlyMap<Method, ReadonlyMap<EntryKind, number>>
  entries: number
}

export const sumOfEntry = ({ eventId, currency, method, kind, amountMinor }: Entry): Sum => ({
  eventId,
  currency,
  method,
  kind,
  amountMinor,
  entries: 1,
})

/** Groups in the order of currency and event; the simulated ones last. */
export function groupsOf(sums: readonly Sum[], { byEvent }: { byEvent: boolean }): Group[] {
  const groups = new Map<string, Group>()
  for (const sum of sums) {
    const eventId = byEvent ? sum.eventId : null
    const isSimulated = sum.method === 'sandbox'
    const name = [isSimulated ? 1 : 0, sum.currency, String(eventId ?? '').padStart(16)].join(' ')
    const { currency } = sum
    const fresh = { eventId, currency, isSimulated, kinds: new Map(), methods: new Map() }
    groups.set(name, withSum(groups.get(name) ?? { ...fresh, entries: 0 }, sum))
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

function withSum(group: Group, { kind, method, amountMinor, entries }: Sum): Group {
  const methods = isOwed(kind)
    ? group.methods
    : new Map(group.methods).set(
        method,
        plus(group.methods.get(method) ?? new Map(), kind, amountMinor),
      )
  return {
    ...group,
    kinds: plus(group.kinds, kind, amountMinor),
    methods,
    entries: group.entries + entries,
  }
}

const plus = (
  sums: ReadonlyMap<EntryKind, number>,
  kind: EntryKind,
  minor: number,
): ReadonlyMap<EntryKind, number> => new Map(sums).set(kind, (sums.get(kind) ?? 0) + minor)
