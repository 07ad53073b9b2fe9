/** Who goes first where only one can go at a time. */
export type Rank = 'first' | 'last'

/** The one connection of the embedded database, taken in turn. */
export type Turns = {
  take(rank: Rank): Promise<void>
  give(): void
}

/** So many go before one that is last, which must not wait for ever. */
const passesMost = 50

/** Turns in the order in which they are asked for, those that are last behind all others. */
export function createTurns(): Turns {
  const waiting: Record<Rank, (() => void)[]> = { first: [], last: [] }
  let taken = false
  let passes = 0

  function next(): (() => void) | undefined {
    const isDue = waiting.first.length === 0 || passes >= passesMost
    if (isDue && waiting.last.length > 0) {
      passes = 0
      return waiting.last.shift()
    }
    if (waiting.last.length > 0) passes += 1
    return waiting.first.shift()
  }

  return {
    take: async rank => {
      if (taken) await new Promise<void>(resolve => waiting[rank].push(resolve))
      taken = true
    },
    give: () => {
      const go = next()
      // The next one takes it over: nothing gets in between.
      if (go) go()
      else taken = false
    },
  }
}
