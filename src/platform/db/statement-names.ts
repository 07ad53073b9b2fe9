import { createHash } from 'node:crypto'

/** Distinct statements that one connection keeps prepared; texts beyond that run unprepared. */
const preparedMax = 500
const seenMax = 5000

/**
 * Begins a statement whose best plan depends on its values: a rare word wants another index than a common one. Without
 * a name the database plans it for the values it comes with; a prepared one it soon plans for no values in particular.
 */
export const plannedAnew = '/* planned anew */'

/** The name under which a statement is prepared, or undefined for one that is not worth it. */
export type StatementNames = (text: string) => string | undefined

/** The same text always has the same name, on every connection and in every process. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return text => {
    if (text.startsWith(plannedAnew)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= preparedMax) return known
    // Only the second use earns a name: texts that occur once (long lists) must not use them up.
    if (!seen.delete(text)) {
      if (seen.size >= seenMax) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}
