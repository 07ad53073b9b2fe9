import { findEvent } from '../../catalogue/events/lookup.ts'
import { fail } from '../../core/errors.ts'
import { exponentOf, formatDecimal } from '../../core/money.ts'
import { availability } from '../../ticketing/inventory/lookup.ts'
import { everyTicketOfEvent } from '../../ticketing/tickets/lookup.ts'
import { readTickets } from '../cart/read-tickets.ts'
import type { Deps } from '../deps.ts'
import { feesForTickets } from '../fees/lookup.ts'
import { totalCart } from '../pricing/rules.ts'
import { takesCash } from './cash-switch.ts'
import { cashStep } from './rules.ts'
import { countComps } from './store.comps.ts'

/** What the desk sells of an event: its published tickets with what one costs, fees included, and what is left. */
export async function showDesk(deps: Deps, eventId: number) {
  const { db, clock, config } = deps
  const event = (await findEvent(db, eventId)) ?? fail('rest-event-not-found')
  const { currency } = config
  const now = clock.now()
  const ids = (await everyTicketOfEvent(db, eventId)).map(({ id }) => id)
  const tickets = await readTickets(db, ids, now)
  const [fees, stock, comps] = [
    await feesForTickets(db, ids, now),
    await availability(db, ids),
    await countComps(db, eventId),
  ]
  const all = ids.flatMap(id => tickets.get(id) ?? [])
  const shown = (minor: number) => formatDecimal({ minor, currency })
  const priceOf = ({ id, name, unitMinor, priceMinor }: (typeof all)[number]) =>
    totalCart({
      currency,
      coupon: null,
      fees,
      lines: [
        {
          ticketId: id,
          eventId,
          name,
          quantity: 1,
          unitMinor,
          regularUnitMinor: priceMinor,
          names: [],
          optedOut: true,
          going: null,
        },
      ],
    }).totalMinor
  const called = all.find(({ calledOff }) => calledOff)?.calledOff
  return {
    event: event.id,
    title: event.title,
    start: event.start_local,
    currency,
    decimals: exponentOf(currency),
    cash: await takesCash(deps),
    cash_step: shown(cashStep(currency)),
    refused: event.status === 'publish' ? (called ?? null) : 'unpublished',
    tiles: all
      .filter(({ unitMinor, currency: own }) => unitMinor === 0 || own === currency)
      .map(ticket => ({
        ticket: ticket.id,
        name: ticket.name,
        price: shown(priceOf(ticket)),
        left: stock.get(ticket.id)?.available ?? null,
        on_sale: ticket.isOpen,
      })),
    comps,
  }
}
