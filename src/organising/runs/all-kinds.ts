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

/** What is known of the plans and runs of a kind: how each is planned, checked and worked off. */
export const kindOf = (name: KindName): RunKind => kinds[name]
