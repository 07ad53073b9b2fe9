import { Type } from 'typebox'
import { failParams } from '../../core/errors.ts'
import { batchFields, BatchView, batchView } from '../../organising/codes/batch-shapes.ts'
import type { Deps } from '../../organising/deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { countOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { flag, text } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { codesMost } from '../../shop/coupons/batch-rules.ts'
import { bringCodes } from '../../shop/coupons/make-batch.ts'
import { readCodes } from './read-codes.ts'

const BroughtBody = Type.Object({
  ...batchFields,
  csv: text({
    maxLength: 500_000,
    description: `The list as text: a column \`code\`, and \`name\` where codes have one; at most ${codesMost} lines.`,
  }),
  dry_run: Type.Optional(
    flag({ default: false, description: 'Only say what would become of each line.' }),
  ),
})

const BroughtView = Type.Object(
  {
    batch: orNull(BatchView, 'What was made; null after a dry run, and when there was nothing.'),
    made: countOf('Lines that became a code, or would'),
    refused: Type.Array(
      Type.Object(
        {
          line: countOf('The number of the line in the file'),
          code: said('The code on it.'),
          reason: said('Why it is none.'),
        },
        { title: 'RefusedCode' },
      ),
      { description: 'Lines that are refused; the others are made all the same.' },
    ),
  },
  { title: 'BroughtCoupons' },
)

/** A list of codes that are printed already, or of other systems (contract.md 42.9). */
export function codeImportRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/coupon-batches/csv',
    operation: 'importCouponBatch',
    ours: true,
    summary: 'Make the codes of a list, with the terms and limits of a coupon',
    access: { needs: 'coupons.write' },
    body: BroughtBody,
    returns: BroughtView,
    handle: async ({ body: { csv, template, tag, dry_run: dryRun = false }, actor }) => {
      const lines = readCodes(csv, codesMost)
      if ('problem' in lines) return failParams({ csv: { message: lines.problem } })
      const wish = { template, tag, dryRun }
      const { batch, ...told } = await bringCodes(actingAs(deps, actor), lines.lines, wish)
      return { batch: batch === undefined ? null : batchView(batch), ...told }
    },
  })
}
