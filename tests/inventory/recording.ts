import { sql } from 'kysely'
import type { Tx } from '../../src/platform/db/database.ts'
import { type LaneKind } from '../../src/ticketing/inventory/lanes.ts'

/** A kind of request that notes its batches and writes one fact per request. */
export function recording(
  batches: number[][],
  settle?: (request: number) => void,
): LaneKind<number, number> {
  return {
    name: 'recording',
    settle: async (tx, requests) => {
      batches.push([...requests])
      await write(tx, requests)
      for (const request of requests) settle?.(request)
      return requests.map(request => request * 10)
    },
  }
}

export const write = (tx: Tx, requests: readonly number[]) =>
  sql`insert into facts (name, payload)
    select 'lane', jsonb_build_object('request', r) from unnest(${requests}::bigint[]) r`.execute(
    tx,
  )
