import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { formatDecimal } from '../../core/money.ts'
import { expectedCash, sumsOfTill } from './rules.ts'
import type { MoveRow, TillRow } from './store.ts'

/** Whether the caller sees what a till should hold: its opener counts before being told (contract.md 39.2). */
const seesSums = (till: TillRow, caller: Caller) =>
  till.closed_at !== null || can(caller, 'money.read', till.event_id ?? undefined)

export const tillHead = (till: TillRow, caller: Caller) => ({
  id: till.id,
  number: till.number,
  name: till.name,
  event: till.event_id,
  currency: till.currency,
  open: till.closed_at === null,
  yours: till.opened_by === userIdOf(caller),
  opened_by: till.opener,
  opened_at: till.opened_at.toISOString(),
  closed_by: till.closer,
  closed_at: till.closed_at?.toISOString() ?? null,
})

/** A till with everything that went through it: the X of an open one, the Z of a closed one. */
export function tillView(till: TillRow, moves: readonly MoveRow[], caller: Caller) {
  const { currency, counted_minor: counted, expected_minor: kept } = till
  const shown = (minor: number) => formatDecimal({ minor, currency })
  const orNone = (minor: number | null) => (minor === null ? null : shown(minor))
  const expected = seesSums(till, caller) ? (kept ?? expectedCash(moves)) : null
  const voided = moves.filter(({ kind }) => kind === 'refund').length
  return {
    ...tillHead(till, caller),
    sales: moves.filter(({ kind }) => kind === 'sale').length - voided,
    expected: orNone(expected),
    counted: orNone(counted),
    difference: counted === null || expected === null ? null : shown(counted - expected),
    counts: till.counts,
    terminal: orNone(till.terminal_minor),
    note: till.note,
    handed_to: till.handed_to,
    sums:
      expected === null
        ? null
        : sumsOfTill(moves).map(({ kind, method, moves: many, minor }) => ({
            kind,
            method,
            moves: many,
            amount: shown(minor),
          })),
    moves: moves.map(move => ({
      n: move.n,
      kind: move.kind,
      method: move.method,
      amount: shown(move.amount_minor),
      order: move.order_id,
      reason: move.reason,
      witness: move.witness,
      by: move.login,
      at: move.at.toISOString(),
    })),
  }
}
