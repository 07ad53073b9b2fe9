import { type ClientBase, Pool, type PoolConfig } from 'pg'
import { columnTypes } from './column-types.ts'

/**
 * A pool whose new connections are prepared by `prepareSession`. A connection sends statements without waiting for
 * earlier answers; the answers come in the same order.
 */
export function createPool(
  config: PoolConfig,
  prepareSession: (client: ClientBase) => Promise<unknown>,
): Pool {
  // `pg` awaits this promise although its type does not say so.
  const onConnect = prepareSession as (client: ClientBase) => void
  const pool = new Pool({ ...config, pipeline: true, types: columnTypes, onConnect })
  // A lost idle connection is replaced at its next use; without this listener the loss would end the process.
  pool.on('error', () => {})
  // So would the loss of a connection in use, whose running statement fails in any case.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
