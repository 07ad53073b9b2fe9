import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { TicketingAdditions } from '../additions.ts'
import type { Deps } from '../deps.ts'
import { readDraft } from './read-draft.ts'
import { eventToChange } from './save-ticket.ts'
import type { TicketFields } from './schema.ts'
import { findTicketRow } from './store.ts'
import { writeChange } from './write-change.ts'

/** What a ticket was when its change was planned; absent members do not matter to the change. */
export type TicketBefore = {
  priceMinor?: number
  maxPerOrder?: number
  capacity?: number | null
}

type PlannedChange = {
  fields: Pick<TicketFields, 'price' | 'capacity' | 'max_per_order'>
  before: TicketBefore
  /** Joins the transaction of the change. */
  alongside: (tx: Tx) => Promise<void>
}

/**
 * Changes a ticket as it was planned, or not at all. Fails with `plan-is-stale` where the ticket is another one by now, with
 * `ticket-not-found`, with 403 `forbidden` without the right at its event, and as a change of one ticket does.
 */
export async function changeAsPlanned(
  context: { deps: Deps; caller: Caller; additions: Pick<TicketingAdditions, 'selectFees'> },
  id: number,
  { fields, before, alongside }: PlannedChange,
): Promise<void> {
  const { deps, additions } = context
  const ticket = (await findTicketRow(deps.db, id)) ?? fail('ticket-not-found')
  const event = await eventToChange(ticket.event_id, context)
  const { currency } = ticket
  const now = deps.clock.now()
  const provider = ticket.provider === 'rsvp' ? 'rsvp' : 'tc'
  const draft = readDraft(fields, { zone: event.timezone, now, currency, provider })
  await transaction(deps.db, async tx => {
    await writeChange(tx, id, {
      draft,
      event,
      currency,
      now,
      additions,
      demand: (current, capacity) => {
        const isSame =
          (before.priceMinor ?? current.price_minor) === current.price_minor &&
          (before.maxPerOrder ?? current.max_per_order) === current.max_per_order &&
          (before.capacity === undefined || before.capacity === capacity)
        if (!isSame) fail('plan-is-stale')
      },
    })
    await alongside(tx)
  })
}
