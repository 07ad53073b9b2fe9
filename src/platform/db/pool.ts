import { type ClientBase, Pool, type PoolConfig } from 'pg'
import { columnTypes } from './column-types.ts'

/**
 * A pool whose new connections are made ready by `prepareSession`. A connection sends what it is given at once, without
 * waiting for the answer to what it sent before; the answers come in the same order.
 */
export function createPool(
  config: PoolConfig,
  prepareSession: (client: ClientBase) => Promise<unknown>,
): Pool {
  // `pg` awaits this promise although its type does not say so.
  const onConnect = prepareSession as (client: ClientBase) => void
  const pool = new Pool({ ...config, pipeline: true, types: columnTypes, onConnect })
  // The loss of an idle connection is mended at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // So would the loss of one in use, although the statement under way fails and tells of it.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
