import { createHash } from 'node:crypto'

/** Distinct statements that one connection keeps prepared; texts beyond that run unprepared. */
const preparedMax = 500
const seenMax = 5000

/**
 * Begins a statement whose best plan depends on its values: a rare word wants another index than a common one. Without
 * a name the database plans it for the values it comes with; a prepared one it soon plans for no values in particular.
 */
export const plannedAnew = '/* planned anew */'

/** The names under which the connections to one database prepare their statements. */
export type StatementNames = {
  /** Undefined for a statement that is not worth one, and for all of them once names were given up. */
  of(text: string): string | undefined
  /** What was prepared until now no longer fits the tables: every statement gets another name. */
  renew(): void
  /** From now on no statement has a name. The first call counts. */
  giveUp(cause: string): void
  /** Calls back when names are given up, at once when they have been. */
  whenGivenUp(callback: (cause: string) => void): void
}

/** The same text always has the same name, on every connection and in every process. */
export function createStatementNames({ wanted }: { wanted: boolean }): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  const callbacks: ((cause: string) => void)[] = []
  let generation = 0
  let givenUp: string | undefined

  function nameOf(text: string): string | undefined {
    if (text.startsWith(plannedAnew)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= preparedMax) return known
    // Only the second use earns a name: texts that occur once (long lists) must not use them up.
    if (!seen.delete(text)) {
      if (seen.size >= seenMax) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = createHash('sha1').update(text).digest('base64url') + generationMark(generation)
    names.set(text, name)
    return name
  }

  return {
    of: text => (wanted && givenUp === undefined ? nameOf(text) : undefined),
    renew: () => {
      generation += 1
      names.clear()
    },
    giveUp: cause => {
      if (givenUp !== undefined) return
      givenUp = cause
      for (const callback of callbacks) callback(cause)
    },
    whenGivenUp: callback => {
      callbacks.push(callback)
      if (givenUp !== undefined) callback(givenUp)
    },
  }
}

const generationMark = (generation: number) => (generation === 0 ? '' : `-${generation}`)
