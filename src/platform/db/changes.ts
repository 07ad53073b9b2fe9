/** A number that grows with every committed change of some tables. It is only compared with itself. */
export type Watched = { readonly version: number }

/**
 * Counts what this process has committed, by table, so that answers kept in memory end with the write that outdates
 * them. It looks at the statements themselves: a write cannot forget to tell.
 */
export type Changes = {
  /** The tables that a statement writes. */
  writtenBy(statement: string): readonly string[]
  /** Called once a write has taken effect, and when nobody can know whether it has. */
  happened(tables: Iterable<string>): void
  watch(tables: readonly string[]): Watched
}

const textsMax = 5000

export function createChanges(): Changes {
  const watchers = new Map<string, { version: number }[]>()
  const known = new Map<string, readonly string[]>()
  return {
    writtenBy: statement => {
      const before = known.get(statement)
      if (before) return before
      const found = writtenTables(statement)
      if (known.size >= textsMax) known.clear()
      known.set(statement, found)
      return found
    },
    happened: tables => {
      for (const table of tables) for (const one of watchers.get(table) ?? []) one.version += 1
    },
    watch: tables => {
      const watched = { version: 0 }
      for (const table of tables) watchers.set(table, [...(watchers.get(table) ?? []), watched])
      return watched
    },
  }
}

// `for update`, `for no key update` and `do update set` name no table of their own.
const writing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?"?(\w+)/gi

/** The tables that a statement, or any part of it, writes. */
export function writtenTables(statement: string): string[] {
  return [...new Set([...statement.matchAll(writing)].map(([, table = '']) => table.toLowerCase()))]
}
