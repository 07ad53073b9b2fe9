import { fail, failParams } from '../../core/errors.ts'
import { percentHundredths } from '../../core/money.ts'
import { plainTitle } from '../../core/text.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import type { TaxCode } from './rules.ts'
import {
  clearDefault,
  deleteRate,
  findRate,
  insertRate,
  lockRates,
  type RateRow,
  saveRateOfFee,
  saveRateOfTicket,
  updateRate,
} from './store.ts'

/** Rates of one site. Every order reads the default among them. */
const ratesMost = 50

export type RateDraft = {
  name?: string | undefined
  code?: TaxCode | undefined
  percent?: string | undefined
  is_default?: boolean | undefined
}

/** Adds a rate. Fails with `too-many-tax-rates`, and 400 for a rate that its code does not allow. */
export function createRate(
  { db }: { db: Db },
  draft: RateDraft & { name: string; percent: string },
  attempt: Attempt | undefined,
): Promise<RateRow> {
  const { name, code = 'S', percent, is_default: isDefault = false } = draft
  const row = { name: plainTitle(name), code, bp: percentOf(percent), is_default: isDefault }
  demandRate(row)
  return makeOnce(db, {
    attempt,
    find: id => findRate(db, id),
    make: async tx => {
      const rates = await lockRates(tx)
      if (rates.length >= ratesMost) fail('too-many-tax-rates')
      if (isDefault) await clearDefault(tx)
      return insertRate(tx, row)
    },
  })
}

/** Changes the members that are given, for orders made from now on. Fails with `tax-rate-not-found`. */
export function changeRate({ db }: { db: Db }, id: number, changes: RateDraft): Promise<RateRow> {
  return transaction(db, async tx => {
    const before = await demandThere(tx, id)
    const { name, code, percent, is_default: isDefault } = changes
    const row = {
      name: name === undefined ? before.name : plainTitle(name),
      code: code ?? before.code,
      bp: percent === undefined ? before.bp : percentOf(percent),
      is_default: isDefault ?? before.is_default,
    }
    demandRate(row)
    if (row.is_default && !before.is_default) await clearDefault(tx)
    return updateRate(tx, id, row)
  })
}

/** Deletes a rate; tickets and fees name it no more, and lines of orders keep it. Fails with `tax-rate-not-found`. */
export function dropRate({ db }: { db: Db }, id: number): Promise<void> {
  return transaction(db, async tx => {
    await demandThere(tx, id)
    await deleteRate(tx, id)
  })
}

/** Names the rate of a ticket, or none. Fails with `tax-rate-not-found`. */
export const nameRateOfTicket = (deps: { db: Db }, ticketId: number, rateId: number | null) =>
  nameRate(deps, rateId, tx => saveRateOfTicket(tx, ticketId, rateId))

/** Names the rate of a fee, or none. Fails with `tax-rate-not-found`. */
export const nameRateOfFee = (deps: { db: Db }, feeId: number, rateId: number | null) =>
  nameRate(deps, rateId, tx => saveRateOfFee(tx, feeId, rateId))

function nameRate({ db }: { db: Db }, rateId: number | null, save: (tx: Tx) => Promise<void>) {
  return transaction(db, async tx => {
    if (rateId !== null) await demandThere(tx, rateId)
    await save(tx)
  })
}

async function demandThere(tx: Tx, id: number): Promise<RateRow> {
  const rates = await lockRates(tx)
  return rates.find(rate => rate.id === id) ?? fail('tax-rate-not-found')
}

function percentOf(text: string): number {
  const bp = /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? percentHundredths(text) : undefined
  if (bp !== undefined && bp <= 10_000) return bp
  return failParams({
    percent: { message: 'must be a percentage from 0 to 100, such as 19 or 7.7.' },
  })
}

function demandRate({ code, bp }: { code: string; bp: number }) {
  if ((code === 'S') === bp > 0) return
  failParams({
    percent: {
      message:
        code === 'S' ? 'must be more than 0 with the code S.' : `must be 0 with the code ${code}.`,
    },
  })
}
