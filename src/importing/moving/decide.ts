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
 * What to do with a record that was read. `record` is what an earlier run noted of it, `present` what our row says now (undefined
 * when it is gone). Where both sides changed ours stays.
 */
export function decide(
  hash: string,
  record: KnownRecord | undefined,
  present: string | undefined,
): Outcome {
  if (!record) return 'made'
  if (record.hash === hash) return 'same'
  return record.ours !== null && record.ours === present ? 'changed' : 'kept'
}
