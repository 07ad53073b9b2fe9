import { createHash } from 'node:crypto'
import { anewMark } from './planned-anew.ts'

/** Distinct statements that one connection keeps prepared; texts beyond that run unprepared. */
const preparedMax = 500
const seenMax = 5000

/** The names under which connections to one database prepare their statements. */
export type StatementNames = {
  /** Undefined for a statement that should not be prepared, and for all after names were given up. */
  of(text: string): string | undefined
  /** Earlier prepared statements no longer fit the tables, so every statement gets another name. */
  renew(): void
  /** Stops preparing statements. The first call counts. */
  giveUp(cause: string): void
  /** Calls back when preparing is given up, and at once when it was given up before. */
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
    if (text.startsWith(anewMark)) return undefined
    const cached = names.get(text)
    if (cached !== undefined || names.size >= preparedMax) return cached
    // A text is named at its second use, so that texts used only once (long lists) do not use up the names.
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
