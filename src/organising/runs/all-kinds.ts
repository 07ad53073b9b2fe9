import { buyersOf } from './refunds/lookup.ts'
import { giveBack } from './refunds/give-back.ts'
import { planRefunds } from './refunds/plan-refunds.ts'
import type { RefundsWish } from './refunds/rules.ts'
import type { RunKind } from './record/kinds.ts'
import type { KindName } from './record/rules.ts'

const refunds: RunKind = {
  name: 'refunds',
  right: 'orders.refund',
  draft: (deps, wish, caller) => planRefunds(deps, wish as RefundsWish, caller),
  perform: giveBack,
  labels: buyersOf,
}

const kinds: Record<KindName, RunKind> = { refunds }

/** The kind of a plan or run. */
export const kindOf = (name: KindName): RunKind => kinds[name]
