/** The rank of a caller where only one can run at a time. */
export type Rank = 'first' | 'last'

/** The one connection of the embedded database, used in turns. */
export type Turns = {
  take(rank: Rank): Promise<void>
  give(): void
}

/** After this many others a caller of the rank `last` gets its turn, so that it does not wait for ever. */
const passesMost = 50

/** Gives turns in the order of the requests; callers of the rank `last` come after all others. */
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
      // The next caller takes the turn over directly, so nobody can get in between.
      if (go) go()
      else taken = false
    },
  }
}
