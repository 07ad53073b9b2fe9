import { type Guest, type Refusal, typeKey } from './guests.ts'

/** Free places: of a ticket type itself, and of the places that several types share. Null is no limit. */
export type Stock = {
  readonly own: number | null
  readonly sharedPoolId: number | null
  readonly shared: number | null
}

export type TicketType = {
  /** Null for one that is made on the way. */
  readonly id: number | null
  readonly name: string
  readonly stock: Stock
}

export type ClassifyContext = {
  /** The ticket types of the event, the first of a name counts. */
  readonly types: readonly TicketType[]
  /** The type of lines that name none; undefined when such lines are refused. */
  readonly usual: TicketType | undefined
  /** Whether types that are not there are made. */
  readonly makesTypes: boolean
  /** Keys of lines that came before, of this event. */
  readonly present: ReadonlySet<string>
}

export type Placed = { readonly guest: Guest; readonly type: TicketType }

export type Classified = {
  readonly placed: readonly Placed[]
  readonly repeats: readonly Refusal[]
  readonly refused: readonly Refusal[]
  /** Types that are made, in the order of the list. */
  readonly made: readonly TicketType[]
}

const typesMost = 50

/** Decides of each line, in the order of the list, what becomes of it. */
export function classify(
  guests: readonly (Guest | Refusal)[],
  { types, usual, makesTypes, present: came }: ClassifyContext,
): Classified {
  const byName = new Map(types.map(type => [typeKey(type.name), type] as const).toReversed())
  const firstLines = new Map<string, number>()
  const left = createLeft()
  const made: TicketType[] = []
  const placed: Placed[] = []
  const repeats: Refusal[] = []
  const refused: Refusal[] = []
  const usualType = () => {
    if (usual?.id === null && !made.includes(usual)) made.push(usual)
    return usual ?? 'It names no ticket type, and none was chosen for such lines.'
  }
  const typeOf = ({ ticket }: Guest): TicketType | string => {
    if (ticket === '') return usualType()
    const present = byName.get(typeKey(ticket))
    if (present) return present
    if (!makesTypes) return 'There is no such ticket type at the event.'
    if (made.length >= typesMost)
      return `More than ${typesMost} ticket types would be made: check which column they are in.`
    const type = { id: null, name: ticket, stock: { own: null, sharedPoolId: null, shared: null } }
    made.push(type)
    byName.set(typeKey(ticket), type)
    return type
  }
  for (const guest of guests) {
    if ('reason' in guest) {
      refused.push(guest)
      continue
    }
    const { line, key } = guest
    const before = firstLines.get(key)
    if (before !== undefined) {
      repeats.push({ line, reason: `It is the same as line ${before}.` })
      continue
    }
    firstLines.set(key, line)
    if (came.has(key)) {
      repeats.push({ line, reason: 'It came before.' })
      continue
    }
    const type = typeOf(guest)
    if (typeof type === 'string') refused.push({ line, reason: type })
    else if (left.take(type)) placed.push({ guest, type })
    else refused.push({ line, reason: 'No place of its ticket type is left.' })
  }
  return {
    placed,
    repeats,
    refused,
    made: made.filter(type => placed.some(each => each.type === type)),
  }
}

/** Counts places down as lines take them. */
function createLeft() {
  const own = new Map<TicketType, number>()
  const shared = new Map<number, number>()
  return {
    take: (type: TicketType): boolean => {
      const { stock } = type
      const mine = own.get(type) ?? stock.own ?? Number.POSITIVE_INFINITY
      const pool = stock.sharedPoolId
      const ours =
        pool === null
          ? Number.POSITIVE_INFINITY
          : (shared.get(pool) ?? stock.shared ?? Number.POSITIVE_INFINITY)
      if (mine < 1 || ours < 1) return false
      own.set(type, mine - 1)
      if (pool !== null) shared.set(pool, ours - 1)
      return true
    },
  }
}
