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
 * The same database, written by this actor: its transactions name the actor to the triggers that write audit entries, with
 * BEGIN, so that it costs no round trip. Without an actor, and inside a transaction that has begun, the handle itself.
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
