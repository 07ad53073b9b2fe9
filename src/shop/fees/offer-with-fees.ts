import type { CatalogueAdditions } from '../../catalogue/additions.ts'
import { formatDecimal } from '../../core/money.ts'
import { ticketOffers } from '../../ticketing/tickets/offer-tickets.ts'
import { totalCart } from '../pricing/rules.ts'
import { type DatedFee, feesOfEvent } from './lookup.ts'

type Offers = CatalogueAdditions['offers']
type Rows = Parameters<typeof ticketOffers.read>[0] & { readonly fees: readonly DatedFee[] }
type OfferContext = Parameters<Offers['read']>[1]

/** The tickets of an event at the price that a buyer pays, fees included. */
export const offersOfEvent = {
  pieces: (eventId: number) => ({ ...ticketOffers.pieces(eventId), fees: feesOfEvent(eventId) }),
  read: ({ fees: all, ...rows }: Rows, { now, basis, currency: site }: OfferContext) => {
    for (const turn of all.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])) {
      if (turn && turn >= now) basis.until(new Date(turn.getTime() + 1))
    }
    const charged = all.filter(
      ({ startsAt, endsAt }) =>
        (startsAt === null || startsAt <= now) && (endsAt === null || endsAt >= now),
    )
    return ticketOffers
      .read(rows, { now, basis, currency: site })
      .map(({ ticket, priceMinor, state }) => {
        const { id: ticketId, currency } = ticket
        const { totalMinor } = totalCart({
          currency,
          lines: [oneOf(ticket, priceMinor)],
          fees: new Map([[ticketId, charged.filter(fee => fee.ticketId === ticketId)]]),
          coupon: null,
        })
        return {
          price: formatDecimal({ minor: totalMinor, currency }),
          currency,
          state,
          from: ticket.saleStartsAt,
          through: ticket.saleEndsAt,
        }
      })
  },
} satisfies Offers

const oneOf = (
  { id: ticketId, eventId, name }: { id: number; eventId: number; name: string },
  unitMinor: number,
) => ({
  ticketId,
  eventId,
  name,
  quantity: 1,
  unitMinor,
  regularUnitMinor: unitMinor,
  names: [],
  optedOut: false,
  going: null,
})
