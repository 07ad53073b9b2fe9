import { formatDecimal } from '../../../core/money.ts'
import type { Label, PlanPreview } from '../record/kinds.ts'
import { controlOf, type ItemState, type ItemSum } from '../record/rules.ts'
import type { listItems } from '../record/lookup.items.ts'
import type { RunRow } from '../record/store.ts'
import type { listPlanRows, PlanRow } from '../record/store.plans.ts'
import { sentenceOf } from '../record/words.ts'
import type { TicketDetail } from '../tickets/rules.ts'
import { planSummaryView } from '../working/summary-view.ts'

type Amount = { currency: string | null; amount_minor: number }
const amountOf = ({ currency, amount_minor: minor }: Amount) =>
  currency === null ? null : formatDecimal({ minor, currency })

/** A plan; `root` is the address of the namespace. */
export const planView = (
  plan: PlanRow,
  { run, root, previews }: { run: number | null; root: string; previews: readonly PlanPreview[] },
) => ({
  id: plan.id,
  kind: plan.kind,
  event: plan.event_id,
  created_at: plan.created_at.toISOString(),
  expires_at: plan.expires_at.toISOString(),
  run,
  rows: `${root}/plans/${plan.id}/rows`,
  summary: planSummaryView(plan.summary),
  previews: [...previews],
})

/** What is changed of a ticket; other kinds have other details. */
const changesIn = (detail: unknown) => [...((detail as Partial<TicketDetail>).changes ?? [])]

type StoredRow = Awaited<ReturnType<typeof listPlanRows>>[number]

export const planRowView = (row: StoredRow, label: Label = {}) => ({
  n: row.n,
  subject: row.subject_id,
  ...label,
  action: row.action,
  reason: row.reason,
  because: sentenceOf(row.reason),
  changes: changesIn(row.detail),
  amount: amountOf(row),
  currency: row.currency,
  method: row.method,
})

export const runHead = (run: RunRow, userId: number | null) => ({
  id: run.id,
  plan: run.plan_id,
  kind: run.kind,
  event: run.event_id,
  state: run.state,
  paused_by: run.state === 'paused' ? run.paused_by : null,
  because: run.state === 'paused' ? sentenceOf(run.paused_by) : '',
  created_at: run.created_at.toISOString(),
  ended_at: run.ended_at?.toISOString() ?? null,
  yours: run.user_id === userId,
})

type Reading = { userId: number | null; root: string; sums: readonly ItemSum[] }

export function runView(run: RunRow, { userId, root, sums }: Reading) {
  const itemsIn = (...states: ItemState[]) =>
    sums
      .filter(({ state }) => states.includes(state))
      .reduce((total, { items }) => total + items, 0)
  const open = itemsIn('waiting', 'doing')
  const ended = itemsIn('done', 'failed', 'skipped', 'by_hand')
  return {
    ...runHead(run, userId),
    items: open + ended,
    ended,
    outcomes: sums.map(({ state, reason, currency, items, plannedMinor }) => ({
      state,
      reason,
      because: sentenceOf(reason),
      currency,
      items,
      amount: amountOf({ currency, amount_minor: plannedMinor }),
      rows: `${root}/runs/${run.id}/items?state=${state}${reason === null ? '' : `&reason=${reason}`}`,
    })),
    control: controlOf(sums).map(({ currency, byHand, ...parts }) => {
      const shown = (minor: number) => formatDecimal({ minor, currency })
      return {
        currency,
        planned: shown(parts.planned),
        returned: shown(parts.returned),
        skipped: shown(parts.skipped),
        failed: shown(parts.failed),
        by_hand: shown(byHand),
        open: shown(parts.open),
        difference: shown(parts.difference),
      }
    }),
  }
}

type StoredItem = Awaited<ReturnType<typeof listItems>>[number]

export function itemView(item: StoredItem, label: Label = {}) {
  const bounced = item.state === 'done' && item.refund_state === 'failed'
  const reason = bounced ? 'bounced' : item.reason
  return {
    n: item.n,
    subject: item.subject_id,
    ...label,
    state: bounced ? 'failed' : item.state,
    reason,
    because: sentenceOf(reason),
    changes: changesIn(item.detail),
    amount: amountOf(item),
    currency: item.currency,
    method: item.method,
    refund: item.refund_id,
    ended_at: item.ended_at?.toISOString() ?? null,
  }
}
