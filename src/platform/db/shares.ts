/** The connections of one process, divided by purpose, so that no purpose blocks another. */
export type Shares = {
  /** The sale, single records, staff and jobs. */
  main: number
  /** Public lists, which neither delay the rest nor are delayed by it. */
  lists: number
  /** Check-in, when the sale uses all its connections. */
  door: number
  /** Readiness checks. */
  health: number
}

/**
 * Divides `DATABASE_POOL` connections (2 or more). A quarter is for lists. Below four connections check-in and
 * readiness share those of the sale; below six check-in does.
 */
export function sharesOf(connections: number): Shares {
  const lists = Math.max(1, Math.floor(connections / 4))
  const door = connections >= 6 ? 1 : 0
  const health = connections >= 4 ? 1 : 0
  return { main: connections - lists - door - health, lists, door, health }
}
