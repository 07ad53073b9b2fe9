import { conversionOf } from '../core/conversion.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import {
  adoptCoupons,
  convertCoupons,
  countForeignCoupons,
} from '../shop/coupons/convert-coupons.ts'
import { adoptFees, convertFees, countForeignFees } from '../shop/fees/convert-fees.ts'
import {
  adoptEventPrices,
  convertTickets,
  countForeignTickets,
} from '../ticketing/tickets/convert-tickets.ts'
import { CommandRefused } from './command-refused.ts'

export type Repricing = { from: string; to: string; rate: string }

/**
 * Gives all prices, flat coupons and flat fees of one currency in another; orders stay as they are. Refused, and nothing
 * is changed, when one of them would become nothing by rounding.
 */
export async function reprice(db: Db, { from, to, rate }: Repricing) {
  const codes = [from, to].map(code => code.toUpperCase())
  const [source = '', target = ''] = codes
  if (!codes.every(code => /^[A-Z]{3}$/.test(code)) || source === target) {
    throw new CommandRefused('Give two different currency codes, such as --from JPY --to USD.')
  }
  const conversion = conversionOf(source, target, rate)
  if (!conversion) throw new CommandRefused('Give a rate such as --rate 0.0067, more than 0.')
  const done = await transaction(db, async tx => {
    const coupons = await convertCoupons(tx, conversion)
    const fees = await convertFees(tx, conversion)
    const tickets = await convertTickets(tx, conversion)
    refuseFree({ coupon: coupons.free, fee: fees.free, ticket: tickets.free })
    return { tickets, coupons, fees }
  })
  const said = Object.entries(done).map(([what, { converted }]) => `${what}: ${converted}`)
  console.log(`Now in ${target} (1 ${source} = ${rate} ${target}): ${said.join(', ')}.`)
}

function refuseFree(free: Record<string, readonly number[]>) {
  const named = Object.entries(free).flatMap(([what, ids]) => ids.map(id => `${what} ${id}`))
  if (named.length === 0) return
  throw new CommandRefused(
    `Nothing was changed: by rounding these would become nothing: ${named.join(', ')}. Price them by hand first.`,
  )
}

/** Amounts written before they carried a currency were of the site's. */
export async function adoptCurrency(db: Db, currency: string) {
  await adoptCoupons(db, currency)
  await adoptFees(db, currency)
  await adoptEventPrices(db, currency)
}

/** Names what is priced in another currency than the site sells in, and what can be done about it. */
export async function reportCurrency(db: Db, currency: string) {
  const tickets = await countForeignTickets(db, currency)
  const coupons = await countForeignCoupons(db, currency)
  const fees = await countForeignFees(db, currency)
  if (tickets + coupons + fees === 0) return
  console.log(
    `In another currency than ${currency}: tickets ${tickets}, coupons ${coupons}, fees ${fees}. ` +
      'They are not sold and do not count; marquee reprice converts them.',
  )
}
