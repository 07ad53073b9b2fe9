import { randomInt } from 'node:crypto'
import { fail, failParams } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import type { Deps } from '../deps.ts'
import { type CodeLine, judgeLines, randomCode, type RefusedLine } from './batch-rules.ts'
import { type BatchRow, findBatch, insertBatch, insertCodes, takenCodes } from './store.batches.ts'
import { plainCode } from './rules.ts'
import { limitsOf } from './store.limits.ts'
import { lockCouponRows } from './store.ts'

type Wish = {
  /** The coupon whose terms and limits every code has. */
  template: number
  /** By which reports add them up; undefined: that of the template. */
  tag?: string | undefined
}

/** Makes `count` codes that begin with `prefix`. Fails with `rest_invalid_param` for a template that does not exist. */
export function makeBatch(
  { db }: Pick<Deps, 'db'>,
  { count, prefix = '', ...wish }: Wish & { count: number; prefix?: string | undefined },
  attempt: Attempt | undefined,
): Promise<BatchRow> {
  return makeOnce(db, {
    attempt,
    find: id => findBatch(db, id),
    make: async tx => {
      const terms = await openBatch(tx, { ...wish, prefix: plainCode(prefix) })
      for (let missing = count; missing > 0; ) {
        const codes = Array.from({ length: missing }, () => ({
          code: randomCode(terms.prefix, below => randomInt(below)),
          name: '',
        }))
        missing -= (await insertCodes(tx, codes, terms)).length
      }
      return (await findBatch(tx, terms.batchId)) ?? fail('coupon-batch-not-found')
    },
  })
}

async function templateOf(tx: Tx, id: number) {
  const [coupon] = await lockCouponRows(tx, [id])
  return coupon ?? failParams({ template: { message: 'there is no coupon with this id.' } })
}

async function openBatch(tx: Tx, { template, tag, prefix }: Wish & { prefix: string }) {
  const coupon = await templateOf(tx, template)
  const own = (await limitsOf(tx, [template])).get(template)?.tag ?? ''
  const row = { prefix, template: coupon.slug, tag: tag === undefined ? own : plainTitle(tag) }
  const { id } = await insertBatch(tx, row)
  return { ...row, templateId: template, batchId: id }
}

export type BroughtCodes = {
  /** Undefined when no line became a code, and after a dry run. */
  batch: BatchRow | undefined
  made: number
  refused: RefusedLine[]
}

/**
 * Makes the codes of a list. Lines that cannot become one are refused with their reason, the others are made. A dry run judges the
 * same lines by the same rule, and makes none.
 */
export async function bringCodes(
  { db }: Pick<Deps, 'db'>,
  lines: readonly CodeLine[],
  { dryRun, ...wish }: Wish & { dryRun: boolean },
): Promise<BroughtCodes> {
  return transaction(db, async tx => {
    const plain = lines.map(each => ({
      ...each,
      code: plainCode(each.code),
      name: plainTitle(each.name),
    }))
    const taken = await takenCodes(
      tx,
      plain.map(({ code }) => code),
    )
    const { good, refused } = judgeLines(plain, taken)
    if (dryRun || good.length === 0) {
      await templateOf(tx, wish.template)
      return { batch: undefined, made: good.length, refused }
    }
    const terms = await openBatch(tx, { ...wish, prefix: '' })
    const made = new Set(await insertCodes(tx, good, terms))
    // Somebody else made the same code in this moment.
    const late = good.filter(({ code }) => !made.has(code))
    const again = judgeLines(late, new Set(late.map(({ code }) => code.toLowerCase())))
    return {
      batch: await findBatch(tx, terms.batchId),
      made: made.size,
      refused: [...refused, ...again.refused],
    }
  })
}
