import fc from 'fast-check'
import { eventOnSale, ticketOnSale } from './on-sale.ts'
import type { World } from './payment-world.ts'

/** Another ticket of a cart, besides the one with few places. */
type Extra = { steps: number; quantity: number; ownEvent: boolean; fee: boolean }

/**
 * A basket: prices in tens of the unit that the currency's gateway moves, and a remainder that it may not be
 * able to move.
 */
export type Basket = { steps: number; odd: number; fee: boolean; extras: Extra[] }

/** One ticket at 29.99 and nothing else. */
export const plainBasket: Basket = { steps: 0, odd: 2999, fee: false, extras: [] }

/** Free and paid places of one event or several, with fees or without. */
export const someBasket: fc.Arbitrary<Basket> = fc.record({
  steps: fc.constantFrom(0, 1, 3),
  odd: fc.integer({ min: 301, max: 2999 }),
  fee: fc.boolean(),
  extras: fc.array(
    fc.record({
      steps: fc.constantFrom(0, 0, 1, 7),
      quantity: fc.integer({ min: 1, max: 3 }),
      ownEvent: fc.boolean(),
      fee: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

/** A ticket as the model knows it. */
export type Bought = { ticketId: number; unitMinor: number; quantity: number; fee: boolean }

/** The fee of a place, and the coupon: percentages in hundredths, otherwise minor units. */
export type Charges = { kind: 'percent' | 'flat'; fee: number; off: number }

/** 7.5 and 17 percent, in hundredths. */
export const percentages: Charges = { kind: 'percent', fee: 750, off: 1700 }

/** An amount of minor units for every currency, less than the cheapest basket costs. */
export const flatAmounts: Charges = { kind: 'flat', fee: 37, off: 249 }

/** Puts the tickets of a basket on sale; the first has this many places. */
export async function sellBasket(
  world: World,
  basket: Basket,
  { quantity, capacity }: { quantity: number; capacity: number },
): Promise<Bought[]> {
  const eventId = await eventOnSale(world)
  const { currency } = world
  const unitMinor = basket.steps * 1000 + basket.odd
  const main = await ticketOnSale(world, { eventId, priceMinor: unitMinor, capacity, currency })
  const bought = [{ ticketId: main.id, unitMinor, quantity, fee: basket.fee }]
  for (const [index, extra] of basket.extras.entries()) {
    const priceMinor = extra.steps === 0 ? 0 : extra.steps * 1000 + basket.odd + index
    const own = extra.ownEvent ? {} : { eventId }
    const ticket = await ticketOnSale(world, { ...own, priceMinor, currency, name: `T${index}` })
    bought.push({ ...extra, ticketId: ticket.id, unitMinor: priceMinor })
  }
  const withFee = bought.filter(({ fee }) => fee)
  if (withFee.length > 0) {
    const { id: fee_id } = await world.db
      .selectFrom('fees')
      .select('id')
      .where('slug', '=', 'fee')
      .executeTakeFirstOrThrow()
    const rows = withFee.map(({ ticketId }) => ({ ticket_id: ticketId, fee_id }))
    await world.db.insertInto('ticket_fees').values(rows).execute()
  }
  return bought
}
