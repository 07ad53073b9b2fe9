import { kinds } from '../kinds/imported.ts'
import type { RunRow } from './lookup.ts'

/** A run as lists have it. */
export const runView = ({
  id,
  home,
  reader,
  state,
  started_at,
  ended_at,
  counts,
  losses,
}: RunRow) => ({
  id,
  home,
  reader,
  state,
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
  counts: kinds.flatMap(kind => {
    const own = counts[kind]
    return own && own.read > 0 ? [{ kind, ...own }] : []
  }),
  losses,
})
