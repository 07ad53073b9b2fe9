import { createHash } from 'node:crypto'
import type { Imported } from '../kinds/imported.ts'
import type { Outcome } from './report.ts'
import type { KnownRecord } from './store.ts'

/** What a record of the source says, as a hash: it changes when the source does. */
export const hashOf = ({ row, parts }: Imported): string =>
  createHash('sha256')
    .update(JSON.stringify([row, parts]))
    .digest('base64url')

/**
 * What to do with a record that was read. `known` is what an earlier run noted of it, `present` what our row says now (undefined
 * when it is gone). Where both sides changed ours stays.
 */
export function decide(
  hash: string,
  known: KnownRecord | undefined,
  present: string | undefined,
): Outcome {
  if (!known) return 'made'
  if (known.hash === hash) return 'same'
  return known.ours !== null && known.ours === present ? 'changed' : 'kept'
}
