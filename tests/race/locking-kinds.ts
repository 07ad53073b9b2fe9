import type { Db, Tx } from '../../src/platform/db/database.ts'
import { plant, plantMany } from './planting.ts'

/** The rows of a table that a statement names, by id or by another column. */
export type RowNames = { table: string; ids: readonly (number | string)[]; column?: string }
export type FoundRows = readonly { id: number }[] | readonly number[]

/** The rows a statement runs on, and the expected result. */
export type Case = {
  /**
   * A locking read returns the rows it named, or nothing when it only locks. A write must have written or
   * deleted all named rows.
   */
  kind: 'locks' | 'writes' | 'passes over'
  arrange(db: Db): Promise<RowNames & { run(tx: Tx): Promise<FoundRows | undefined> }>
}

export const many = 6

/** This many rows, each of an event, ticket, pool or cart of its own. */
export const rows = (db: Db, table: string, given: (at: number) => Record<string, unknown>) =>
  plantMany(
    db,
    table,
    Array.from({ length: many }, (_, at) => given(at)),
  )

let drawn = 1_000_000
/** A number that no other row has. */
export const fresh = () => (drawn += 1)

export const inSpring = '2020-04-01T12:00:00Z'
export const published = () => ({ status: 'publish', slug: '' })
export const order = () => ({
  gateway: 'free',
  status: 'created',
  subtotal_minor: 1,
  fees_minor: 0,
  discount_minor: 0,
  total_minor: 1,
  cart_id: fresh(),
})
export const attendee = () => ({
  status: 'publish',
  stock: 'taken',
  event_id: fresh(),
  ticket_id: fresh(),
})
export const ticket = (event_id: number) => ({
  event_id,
  provider: 'tc',
  mode: 'own',
  pool_id: fresh(),
})
export const coupon = () => ({ slug: `coupon-${fresh()}`, status: 'active', kind: 'flat' })
export const hold = (more: object) => ({
  cart_id: fresh(),
  pool_id: fresh(),
  event_id: fresh(),
  ...more,
})

/** A case for a statement that locks rows by their ids. */
export function lockingById(
  table: string,
  given: (at: number) => Record<string, unknown>,
  lock: (tx: Tx, ids: number[]) => Promise<FoundRows | void>,
): Case {
  return {
    kind: 'locks',
    arrange: async db => {
      const ids = await rows(db, table, given)
      return { table, ids, run: async tx => (await lock(tx, ids)) ?? undefined }
    },
  }
}

/** A case for a statement that locks one row by its id. */
export function lockingOne(
  table: string,
  given: () => Record<string, unknown>,
  lock: (tx: Tx, id: number) => Promise<unknown>,
): Case {
  return {
    kind: 'locks',
    arrange: async db => {
      const id = await plant(db, table, given())
      return { table, ids: [id], run: async tx => ((await lock(tx, id)) ? [id] : []) }
    },
  }
}

/** A case for a statement that finds the rows it writes through other rows. */
export function writing(
  table: string,
  given: (at: number) => Record<string, unknown>,
  write: (tx: Tx, ids: number[]) => Promise<unknown>,
): Case {
  return {
    kind: 'writes',
    arrange: async db => {
      const ids = await rows(db, table, given)
      return {
        table,
        ids,
        run: async tx => {
          await write(tx, ids)
          return undefined
        },
      }
    },
  }
}

/** Holds, each of a cart and an event of its own. */
export function ofHolds(
  state: Record<string, unknown>,
  write: (tx: Tx, of: { cartIds: number[]; eventIds: number[]; ids: number[] }) => Promise<unknown>,
): Case {
  return {
    kind: 'writes',
    arrange: async db => {
      const made = Array.from({ length: many }, () => hold(state))
      const ids = await plantMany(db, 'holds', made)
      const cartIds = made.map(({ cart_id }) => cart_id)
      const eventIds = made.map(({ event_id }) => event_id)
      const run = async (tx: Tx) => {
        await write(tx, { cartIds, eventIds, ids })
        return undefined
      }
      return { table: 'holds', ids, run }
    },
  }
}

let currencies = 0
/** A currency that no other row has. */
export const ownCurrency = () => `X${(currencies += 1).toString().padStart(2, '0')}`

/** Rows with amounts in a currency of their own. */
export function converting(
  table: string,
  given: (currency: string) => Record<string, unknown>,
  convert: (tx: Tx, conversion: { from: string; to: string; factor: string }) => Promise<unknown>,
): Case {
  return {
    kind: 'writes',
    arrange: async db => {
      const from = ownCurrency()
      const ids = await rows(db, table, () => given(from))
      const run = async (tx: Tx) => {
        await convert(tx, { from, to: ownCurrency(), factor: '2' })
        return undefined
      }
      return { table, ids, run }
    },
  }
}

export const person = () => ({
  login: `person-${fresh()}`,
  email: `${fresh()}@example.org`,
  role: 'author',
  password_hash: 'a hash',
})
