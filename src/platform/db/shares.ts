/** How the connections of one process are divided among what must not wait for each other. */
export type Shares = {
  /** The sale, single records, staff and jobs. */
  main: number
  /** Lists of the public, which can wait for nothing else and keep nothing else waiting. */
  lists: number
  /** For the door, when the sale has all the others. */
  door: number
  /** For questions whether the process is ready. */
  health: number
}

/**
 * The parts of `DATABASE_POOL` connections (2 or more); together they are as many. A fourth is for lists; below four
 * connections the door and health share those of the sale, below six the door does.
 */
export function sharesOf(connections: number): Shares {
  const lists = Math.max(1, Math.floor(connections / 4))
  const door = connections >= 6 ? 1 : 0
  const health = connections >= 4 ? 1 : 0
  return { main: connections - lists - door - health, lists, door, health }
}
