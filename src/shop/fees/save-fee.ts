import type { Static } from 'typebox'
import { fail } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import type { Deps } from '../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import { changedCharge, demandAmount } from '../pricing/convert-amount.ts'
import { windowColumns } from '../pricing/read-window.ts'
import { chargeOf } from './rules.ts'
import type { FeeChanges, NewFee } from './schema.ts'
import { type FeeRow, findFeeRow, insertFee, lockFeeRow, updateFee } from './store.ts'

type Changes = Static<typeof FeeChanges>

/** Adds a fee. Fails with `tickets_fee_exists` when the slug is taken. */
export function createFee(
  deps: Deps,
  draft: Static<typeof NewFee>,
  attempt: Attempt | undefined,
): Promise<FeeRow> {
  const { display_name, status = 'active', sub_type: kind = 'flat', meta_value = 'all' } = draft
  const row = {
    display_name: plainTitle(display_name),
    slug: draft.slug ?? `fee-${deps.random.uuid()}`,
    status,
    kind,
    amount: demandAmount({ ...draft, kind }, deps.config.currency),
    currency: kind === 'flat' ? deps.config.currency : null,
    applies_to: meta_value,
    ...windowColumns(draft, deps),
  }
  const find = (id: number) => findFeeRow(deps.db, id)
  return unlessTaken(makeOnce(deps.db, { attempt, find, make: tx => insertFee(tx, row) }))
}

/** Changes the members that are given. Fails with `tickets_fee_not_found` and `tickets_fee_exists`. */
export function changeFee(deps: Deps, id: number, changes: Changes): Promise<FeeRow> {
  return unlessTaken(
    transaction(deps.db, async tx => {
      const current = (await lockFeeRow(tx, id)) ?? fail('tickets_fee_not_found')
      const columns = changedColumns(deps, current, changes)
      return (await updateFee(tx, id, columns)) ?? fail('tickets_fee_not_found')
    }),
  )
}

function changedColumns(deps: Deps, current: FeeRow, changes: Changes) {
  const { display_name, slug, status, meta_value } = changes
  return {
    display_name: display_name === undefined ? current.display_name : plainTitle(display_name),
    slug: slug ?? current.slug,
    status: status ?? current.status,
    applies_to: meta_value ?? current.applies_to,
    ...changedCharge(chargeOf(current), changes, deps.config.currency),
    ...windowColumns(changes, deps, current),
  }
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error) !== 'fees_slug_is_unique') throw error
    return fail('tickets_fee_exists', { cause: error })
  }
}
