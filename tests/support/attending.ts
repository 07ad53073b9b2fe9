import { transaction } from '../../src/platform/db/transaction.ts'
import { auditAttendance } from '../../src/ticketing/attendees/lookup.ts'
import {
  type AttendeeDraft,
  type RegisteredAttendee,
  registerAttendees,
} from '../../src/ticketing/attendees/register.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { takeUnits } from '../../src/ticketing/inventory/take-units.ts'
import { ticketOnSale } from './on-sale.ts'
import type { TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db'>

export type Attending = { eventId: number; ticketId: number }

/** One attendee whose place is taken, of a given ticket or of a new one with 100 places. */
export async function anAttendee(
  app: App,
  draft: Partial<AttendeeDraft> = {},
): Promise<RegisteredAttendee & Attending> {
  const [made] = await attendees(app, 1, draft)
  if (!made) throw new Error('No attendee was made.')
  return made
}

/** This many attendees of one ticket. */
export async function attendees(
  { db }: App,
  quantity: number,
  draft: Partial<AttendeeDraft> = {},
): Promise<(RegisteredAttendee & Attending)[]> {
  const onSale =
    draft.ticketId === undefined || draft.eventId === undefined
      ? await ticketOnSale({ db }, { capacity: Math.max(100, quantity) })
      : { id: draft.ticketId, eventId: draft.eventId }
  const place = { eventId: onSale.eventId, ticketId: onSale.id }
  const made = await transaction(db, async tx => {
    const places = draft.going === false ? 0 : quantity
    const taken = await takeUnits(tx, [{ ticketId: place.ticketId, quantity: places }])
    if (taken.kind === 'short') throw new Error('The ticket has too few places.')
    const [unit] = taken.units
    const full: AttendeeDraft = {
      ...place,
      ticketName: 'Seat',
      orderId: null,
      orderLineId: null,
      orderStatus: 'completed',
      userId: null,
      holderName: 'Ann Example',
      holderEmail: 'ann@example.org',
      purchaserName: 'Bo Buyer',
      purchaserEmail: 'bo@example.org',
      optedOut: false,
      going: null,
      paidMinor: 0,
      currency: 'USD',
      poolId: unit?.poolId ?? null,
      sharedPoolId: unit?.sharedPoolId ?? null,
      ...draft,
    }
    return registerAttendees(
      tx,
      Array.from({ length: quantity }, () => full),
    )
  })
  return made.map(attendee => ({ ...attendee, ...place }))
}

/** Fails when a counter of attendees or stock differs from the rows it counts. */
export async function demandTrueCounts({ db }: App): Promise<void> {
  const wrong = [...(await auditAttendance(db)), ...(await auditStock(db))]
  if (wrong.length > 0) throw new Error(`Counters differ: ${JSON.stringify(wrong)}`)
}
