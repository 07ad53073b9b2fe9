import type { DumpRow } from './dump-row.ts'
import type { SourceModifier } from './source-site.ts'

export type ModifierRows = { modifiers: DumpRow[]; meta: DumpRow[]; relations: DumpRow[] }

/** The fees and coupons of a dump. */
export function readModifiers({ modifiers, meta, relations }: ModifierRows): SourceModifier[] {
  return modifiers.flatMap(row => {
    const kind = row['modifier_type']
    if (kind !== 'fee' && kind !== 'coupon') return []
    const id = row['id']
    const of = (key: string) =>
      meta.find(one => one['order_modifier_id'] === id && one['meta_key'] === key)?.[
        'meta_value'
      ] ?? ''
    return [
      {
        id: Number(id),
        kind,
        subType: row['sub_type'] ?? '',
        amount: row['raw_amount'] ?? '',
        slug: row['slug'] ?? '',
        name: row['display_name'] ?? '',
        status: row['status'] ?? '',
        createdLocal: row['created_at'] ?? '',
        startLocal: row['start_time'] ?? '',
        endLocal: row['end_time'] ?? '',
        appliedTo: of('fee_applied_to'),
        ticketIds: relations
          .filter(one => one['modifier_id'] === id)
          .map(one => Number(one['post_id'])),
        available: of('coupons_available'),
        uses: of('coupons_uses'),
      },
    ]
  })
}
