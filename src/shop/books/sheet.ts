/** Null for what no event can be named for. */
export type EventId = number | null

/** Minor units by event. */
export type Shares = ReadonlyMap<EventId, number>

type Noted = { eventId: EventId; amountMinor: number }

export type Side = 'owed' | 'paid' | 'provider'

export type Sheet<T extends Noted> = {
  /** What each event has left of what was charged, of what was paid, or of what the provider holds. */
  left(side: Side): Shares
  add(side: Side, noted: Noted): void
  /** Keeps what a cause did, for one that undoes it. */
  remember(cause: string, noted: readonly T[]): void
  recall(cause: string): readonly T[]
}

/** What an order was charged and what was paid of it so far, by event. */
export function openSheet<T extends Noted>(): Sheet<T> {
  const sides: Record<Side, Map<EventId, number>> = {
    owed: new Map(),
    paid: new Map(),
    provider: new Map(),
  }
  const remembered = new Map<string, readonly T[]>()
  return {
    left: side => sides[side],
    add: (side, { eventId, amountMinor }) => {
      sides[side].set(eventId, (sides[side].get(eventId) ?? 0) + amountMinor)
    },
    remember: (cause, noted) => void remembered.set(cause, noted),
    recall: cause => remembered.get(cause) ?? [],
  }
}

export const sumOf = (minors: readonly number[]): number =>
  minors.reduce((total, minor) => total + minor, 0)

/**
 * An amount shared in proportion to what each event has, along the running total, so that the shares are whole and add up
 * to it. Where nothing is had the first event has all.
 */
export function shared(minor: number, had: Shares): Map<EventId, number> {
  const weights = [...had].map(([event, has]) => [event, Math.max(0, has)] as const)
  const whole = sumOf(weights.map(([, weight]) => weight))
  if (whole === 0) return new Map([[weights[0]?.[0] ?? null, minor]])
  const shares = new Map<EventId, number>()
  let [passed, given] = [0, 0]
  for (const [event, weight] of weights) {
    passed += weight
    const upToHere = Number((BigInt(minor) * BigInt(passed)) / BigInt(whole))
    shares.set(event, upToHere - given)
    given = upToHere
  }
  return shares
}
