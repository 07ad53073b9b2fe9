/**
 * Written rows: by table, the ids of the records that the rows belong to (touching.ts), or `all` when the statement
 * does not name them.
 */
export type WrittenRows = ReadonlyMap<string, WrittenIn>
export type WrittenIn = ReadonlySet<number> | 'all'

/**
 * The commits of this process, reported so that kept answers end with the write that outdates them. The tables are
 * read from the statements themselves, so no write can be missed.
 */
export type Changes = {
  /** Returns the tables that a statement writes. */
  writtenBy(statement: string): readonly string[]
  /** Called after a write of this process took effect, and when it is unknown whether it did. */
  happened(rows: WrittenRows): void
  /** Called when another process announced a write. */
  heard(rows: WrittenRows): void
  /**
   * Calls back at every write of any process. At a write of this process it is called before the writer is answered.
   */
  listen(hear: (rows: WrittenRows) => void): void
  /** Calls back at every write of this process. */
  listenToOwn(hear: (rows: WrittenRows) => void): void
  /** Calls back at every write of another process. */
  listenToOthers(hear: (rows: WrittenRows) => void): void
}

const textsMax = 5000

export function createChanges(): Changes {
  const listeners: ((rows: WrittenRows) => void)[] = []
  const ownListeners: ((rows: WrittenRows) => void)[] = []
  const otherListeners: ((rows: WrittenRows) => void)[] = []
  const tablesOf = new Map<string, readonly string[]>()
  return {
    writtenBy: statement => {
      const before = tablesOf.get(statement)
      if (before) return before
      const tables = writtenTables(statement)
      if (tablesOf.size >= textsMax) tablesOf.clear()
      tablesOf.set(statement, tables)
      return tables
    },
    happened: rows => {
      if (rows.size > 0) for (const hear of [...listeners, ...ownListeners]) hear(rows)
    },
    heard: rows => {
      for (const hear of [...listeners, ...otherListeners]) hear(rows)
    },
    listen: hear => {
      listeners.push(hear)
    },
    listenToOwn: hear => {
      ownListeners.push(hear)
    },
    listenToOthers: hear => {
      otherListeners.push(hear)
    },
  }
}

/** The rows of several statements. */
export type Collected = Map<string, Set<number> | 'all'>

/** Adds rows of these tables that belong to records with these ids; without ids, any rows. */
export function collect(
  rows: Collected,
  tables: Iterable<string>,
  ids: Iterable<number> | undefined,
): void {
  for (const table of tables) {
    const before = rows.get(table)
    if (before === 'all') continue
    if (ids === undefined) rows.set(table, 'all')
    else rows.set(table, new Set([...(before ?? []), ...ids]))
  }
}

// `for update`, `for no key update` and `do update set` are followed by no table name.
const writing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?"?(\w+)/gi

/** The tables written by a statement or any part of it. */
export function writtenTables(statement: string): string[] {
  return [...new Set([...statement.matchAll(writing)].map(([, table = '']) => table.toLowerCase()))]
}
