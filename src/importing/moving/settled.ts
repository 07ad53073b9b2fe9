import type { Imported } from '../kinds/imported.ts'
import type { Outcome } from './report.ts'

/** A record with what becomes of it; `id` is ours. */
export type Settled = {
  readonly imported: Imported
  readonly outcome: Outcome
  readonly id: number
  readonly hash: string
}
