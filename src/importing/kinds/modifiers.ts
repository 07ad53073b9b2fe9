import { percentHundredths } from '../../core/money.ts'
import type { SourceModifier } from '../sources/source-site.ts'
import type { Imported, Known, NotImported } from './imported.ts'
import { minorOf, momentOf, typed } from './values.ts'

const statuses = new Set(['active', 'inactive', 'draft'])

/** A fee or a coupon; a percentage is stored in hundredths of a percent. */
export function modifierOf(modifier: SourceModifier, known: Known): Imported | NotImported {
  const { kind, id } = modifier
  const isPercent = modifier.subType === 'percent'
  const amount = isPercent
    ? percentHundredths(modifier.amount)
    : minorOf(modifier.amount, known.currency)
  const refuse = (reason: string) => ({ kind, oldId: id, reason })
  if (amount === undefined || amount < 0)
    return refuse(`Its amount “${modifier.amount}” cannot be read.`)
  if (isPercent && (amount < 1 || amount > 10_000))
    return refuse(`It takes ${modifier.amount} %, and 0.01 to 100 are possible.`)
  const at = (local: string) => momentOf(local, known.zone)?.toISOString() ?? null
  const losses: string[] = []
  if (!statuses.has(modifier.status))
    losses.push(`Its status “${modifier.status}” is unknown; it is a draft.`)
  const row = {
    slug: modifier.slug || `${kind}-${id}`,
    display_name: typed(modifier.name) || modifier.slug,
    status: statuses.has(modifier.status) ? modifier.status : 'draft',
    kind: isPercent ? 'percent' : 'flat',
    amount,
    currency: isPercent ? null : known.currency,
    starts_at: at(modifier.startLocal),
    ends_at: at(modifier.endLocal),
    created_at: at(modifier.createdLocal) ?? new Date(0).toISOString(),
  }
  if (kind === 'fee') {
    const applies_to = modifier.appliedTo === 'all' ? 'all' : 'per'
    return { kind, oldId: id, row: { ...row, applies_to }, parts: {}, losses }
  }
  const limit = Number(modifier.available)
  const usage_limit =
    modifier.available !== '' && Number.isInteger(limit) && limit >= 0 ? limit : null
  const used = Math.max(0, Math.trunc(Number(modifier.uses)) || 0)
  if (usage_limit !== null && used > usage_limit) {
    losses.push(`It was used ${used} times of ${usage_limit}: its limit is ${used} now.`)
  }
  return {
    kind,
    oldId: id,
    row: { ...row, usage_limit: usage_limit === null ? null : Math.max(usage_limit, used), used },
    parts: {},
    losses,
  }
}
