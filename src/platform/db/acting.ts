import { Kysely } from 'kysely'
import type { Actor } from '../../core/actor.ts'
import { type DialectOptions, poolDialect } from './dialect.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

const optionsOf = new WeakMap<Db, DialectOptions>()

/** A handle over these connections. */
export function handleOver(options: DialectOptions): Db {
  const db = new Kysely<Database>({ dialect: poolDialect(options) })
  optionsOf.set(db, options)
  return db
}

/**
 * Returns a handle to the same database whose writes are this actor's. Each of its transactions sends the actor's name
 * together with BEGIN, without another round trip, and the triggers that write audit entries read it. Returns `db`
 * unchanged without an actor, and when `db` is a transaction, which keeps the actor that it began with.
 */
export function actingOn(db: Db, actor: Actor | undefined): Db {
  const options = actor && optionsOf.get(db)
  return options ? handleOver({ ...options, actor }) : db
}

/** The dependencies of a capability, with the database as this actor writes it, and the actor for what runs elsewhere. */
export function actingAs<Deps extends { readonly db: Db }>(
  deps: Deps,
  actor: Actor | undefined,
): Deps {
  if (actor === undefined) return deps
  // Members that are read late, such as secrets, stay what they are.
  return Object.create(deps, {
    db: { value: actingOn(deps.db, actor), enumerable: true },
    actor: { value: actor, enumerable: true },
  }) as Deps
}

/** Stands for the database behind a handle, whoever acts on it. */
export const databaseOf = (db: Db): object => db.getExecutor().adapter
