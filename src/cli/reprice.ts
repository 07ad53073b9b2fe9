import { conversionOf, type Converted } from '../core/conversion.ts'
import { isCurrency } from '../core/currency.ts'
import { actingOn } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import {
  adoptFlatAmounts,
  convertFlatAmounts,
  countForeignAmounts,
} from '../shop/pricing/convert-flat-amounts.ts'
import {
  adoptEventPrices,
  convertTickets,
  countForeignTickets,
} from '../ticketing/tickets/convert-tickets.ts'
import { CommandRefused } from './command-refused.ts'
import type { CurrencyChange, Say } from './control-socket.ts'

/**
 * Converts all prices, flat coupons and flat fees of one currency; orders stay as they are. When rounding
 * would make one of them zero, or one became larger than any amount may be, the command is refused and nothing changes.
 */
export async function reprice(db: Db, { from, to, rate }: CurrencyChange, say: Say) {
  const codes = [from, to].map(code => code.toUpperCase())
  const [source = '', target = ''] = codes
  if (!codes.every(code => /^[A-Z]{3}$/.test(code)) || source === target) {
    throw new CommandRefused('Give two different currency codes, such as --from JPY --to USD.')
  }
  // The former currency may be any: amounts may be stored in one that was misspelt in SITE_CURRENCY.
  if (!isCurrency(target)) throw new CommandRefused(`${target} is no currency.`)
  const conversion = conversionOf(source, target, rate)
  if (!conversion) throw new CommandRefused('Give a rate such as --rate 0.0067, more than 0.')
  const by = actingOn(db, { kind: 'command', name: 'reprice' })
  const done = await transaction(by, async tx => {
    const coupons = await convertFlatAmounts(tx, 'coupons', conversion)
    const fees = await convertFlatAmounts(tx, 'fees', conversion)
    const tickets = await convertTickets(tx, conversion)
    refuseOdd({ coupon: coupons, fee: fees, ticket: tickets })
    return { tickets, coupons, fees }
  })
  const said = Object.entries(done).map(([what, { converted }]) => `${what}: ${converted}`)
  say(`Now in ${target} (1 ${source} = ${rate} ${target}): ${said.join(', ')}.`)
}

function refuseOdd(done: Record<string, Converted>) {
  const named = (which: 'free' | 'tooLarge') =>
    Object.entries(done).flatMap(([what, ids]) => ids[which].map(id => `${what} ${id}`))
  const [free, tooLarge] = [named('free'), named('tooLarge')]
  if (tooLarge.length > 0) {
    throw new CommandRefused(
      `Nothing was changed: this rate would make these larger than any amount may be: ${tooLarge.join(', ')}. Check the rate.`,
    )
  }
  if (free.length > 0) {
    throw new CommandRefused(
      `Nothing was changed: rounding would make these zero: ${free.join(', ')}. Change their prices first.`,
    )
  }
}

/** Amounts stored before amounts had a currency were in the site's currency. */
export async function adoptCurrency(db: Db, currency: string) {
  await adoptFlatAmounts(db, 'coupons', currency)
  await adoptFlatAmounts(db, 'fees', currency)
  await adoptEventPrices(db, currency)
}

/** Reports prices in another currency than the site's, and what the operator can do. */
export async function reportCurrency(db: Db, currency: string) {
  const tickets = await countForeignTickets(db, currency)
  const coupons = await countForeignAmounts(db, 'coupons', currency)
  const fees = await countForeignAmounts(db, 'fees', currency)
  if (tickets + coupons + fees === 0) return
  console.log(
    `In another currency than ${currency}: tickets ${tickets}, coupons ${coupons}, fees ${fees}. ` +
      'They are not sold and do not count; marquee reprice converts them.',
  )
}
