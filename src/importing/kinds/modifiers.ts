import { countOrNone } from '../sources/whole-number.ts'
import { percentHundredths } from '../../core/money.ts'
import type { SourceModifier } from '../sources/source-site.ts'
import type { ImportContext, Imported, NotImported, Row } from './imported.ts'
import { minorOf, momentOf, typed } from './values.ts'

const statuses = new Set(['active', 'inactive', 'draft'])

/** A fee or a coupon; a percentage is stored in hundredths of a percent. */
export function modifierOf(
  modifier: SourceModifier,
  context: ImportContext,
): Imported | NotImported {
  const { kind, id } = modifier
  const isPercent = modifier.subType === 'percent'
  const amount = isPercent
    ? percentHundredths(modifier.amount)
    : minorOf(modifier.amount, context.currency)
  const problem = problemOf(modifier, amount)
  if (problem !== undefined || amount === undefined)
    return { kind, oldId: id, reason: problem ?? '' }
  const at = (local: string) => momentOf(local, context.zone)?.toISOString() ?? null
  const own = kind === 'fee' ? feeColumns(modifier) : couponColumns(modifier)
  const state = statusOf(modifier)
  return {
    kind,
    oldId: id,
    row: {
      slug: modifier.slug || `${kind}-${id}`,
      display_name: typed(modifier.name) || modifier.slug,
      status: state.status,
      kind: isPercent ? 'percent' : 'flat',
      amount,
      currency: isPercent ? null : context.currency,
      starts_at: at(modifier.startLocal),
      ends_at: at(modifier.endLocal),
      created_at: at(modifier.createdLocal) ?? new Date(0).toISOString(),
      ...own.columns,
    },
    parts: {},
    losses: [...state.losses, ...own.losses],
  }
}

function statusOf({ status }: SourceModifier) {
  if (statuses.has(status)) return { status, losses: [] }
  return { status: 'draft', losses: [`Its status “${status}” is unknown; it is a draft.`] }
}

function problemOf({ amount: text, subType }: SourceModifier, amount: number | undefined) {
  if (amount === undefined || amount < 0) return `Its amount “${text}” cannot be read.`
  const isOutside = subType === 'percent' && (amount < 1 || amount > 10_000)
  return isOutside ? `It takes ${text} %, and 0.01 to 100 are possible.` : undefined
}

type Own = { columns: Row; losses: string[] }

const feeColumns = ({ appliedTo }: SourceModifier): Own => ({
  columns: { applies_to: appliedTo === 'all' ? 'all' : 'per' },
  losses: [],
})

function couponColumns({ available, uses }: SourceModifier): Own {
  const limit = countOrNone(available)
  const used = countOrNone(uses) ?? 0
  const usage_limit = limit === null ? null : Math.max(limit, used)
  const isOver = limit !== null && used > limit
  return {
    columns: { usage_limit, used },
    losses: isOver ? [`It was used ${used} times of ${limit}: its limit is ${used} now.`] : [],
  }
}
