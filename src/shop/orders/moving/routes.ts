import type { Static } from 'typebox'
import { type Caller, can } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import { refuse } from '../../../platform/http/access.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { findAttendee } from '../../../ticketing/attendees/lookup.ts'
import type { Deps } from '../../deps.ts'
import { limitsOf } from '../settling/demand-limit.ts'
import { findPlaceMove } from '../settling/lookup.moves.ts'
import { moveToTicket, previewMove, type PreviewedMove } from './move-to-ticket.ts'
import { AttendeeParams, MovePreview, MoveRequest, PlaceMoveView } from './schema.ts'
import { placeMoveView, sumsView } from './show-move.ts'

const errors = [
  'invalid-attendee-id',
  'attendee-move-not-allowed',
  'payment-provider-not-configured',
] as const
const access = { needs: 'attendees.write' } as const

/** Routes that move a place to another ticket and settle the difference. */
export function moveRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/attendees/:id/moves',
    operation: 'moveAttendee',
    ours: true,
    summary: 'Move a place to another ticket of its event, and settle the difference',
    access,
    params: AttendeeParams,
    body: MoveRequest,
    versioned: { record: 'attendee', id: ({ params }) => params.id, shownAt: '/attendees/:id' },
    returns: PlaceMoveView,
    status: 201,
    errors: [
      ...errors,
      'attendee-creation-failed',
      'refund-over-limit',
      'rest_confirm_required',
      'sale-is-busy',
    ],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const eventId = await demandMove(deps, params.id, { caller, body })
      const { method = 'paid', reason = '' } = body
      const wish = wishOf(params.id, body, caller)
      const id = await moveToTicket(deps, { ...wish, method, reason, actor, attempt })
      const move = (await findPlaceMove(deps.db, id)) ?? fail('internal_server_error')
      return placeMoveView(move, {
        currency: move.currency,
        backMinor: move.refund_minor,
        seesMoney: can(caller, 'money.read', eventId),
      })
    },
  })
  route(api, {
    method: 'POST',
    path: '/attendees/:id/moves/preview',
    operation: 'previewAttendeeMove',
    ours: true,
    summary: 'Read what a move would do, without doing it',
    access,
    params: AttendeeParams,
    body: MoveRequest,
    returns: MovePreview,
    errors,
    handle: async ({ params, body, caller }) => {
      const eventId = await demandMove(deps, params.id, { caller, body })
      const previewed = await previewMove(deps, wishOf(params.id, body, caller))
      return previewView(deps, previewed, { caller, eventId })
    },
  })
}

type Body = Static<typeof MoveRequest>

const wishOf = (
  attendeeId: number,
  { ticket, price = 'new', settle = 'refund' }: Body,
  by: Caller,
) => ({ attendeeId, ticketId: ticket, pricing: price, settle, by })

type Asking = { caller: Caller; body: Body }

/** The event of the attendee, which does not exist for callers without a grant there. */
async function demandMove({ db }: Deps, id: number, { caller, body }: Asking): Promise<number> {
  const event = (await findAttendee(db, id))?.event_id ?? fail('invalid-attendee-id')
  if (!can(caller, 'attendees.write', event)) fail('invalid-attendee-id')
  const { price = 'new', settle = 'refund' } = body
  if (price === 'new' && settle === 'refund' && !can(caller, 'orders.refund', event)) {
    refuse(
      caller,
      'Without `orders.refund` at the event nothing is given back: send `price` as `keep`, or `settle` as `forgive`.',
    )
  }
  return event
}

type Reader = { caller: Caller; eventId: number }

async function previewView(deps: Deps, previewed: PreviewedMove, { caller, eventId }: Reader) {
  const { movable, before, decision, bought, currency, hasPlace } = previewed
  const { place, target } = movable
  const { backMinor, priceMinor, worthMinor } = decision
  const by = { caller, events: [eventId] }
  const limits =
    bought && backMinor > 0 ? await limitsOf(deps, { by, order: bought.order }) : withoutLimits
  const { orderMinor, dayMinor } = limits
  const shown = (minor: number | null) =>
    minor === null ? null : formatDecimal({ minor, currency })
  return {
    attendee: place.id,
    from_ticket: place.ticket_id,
    to_ticket: target.id,
    ...sumsView(
      {
        currency,
        beforeMinor: before.ticketMinor,
        priceMinor,
        worthMinor,
        feeMinor: before.feeMinor,
        backMinor,
      },
      can(caller, 'money.read', eventId),
    ),
    has_place: hasPlace,
    moves_stock: place.stock === 'taken' && place.pool_id !== target.poolId,
    checked_in: place.checked_in_at !== null,
    limit: {
      order_left: shown(orderMinor),
      day_left: shown(dayMinor),
      allows:
        (orderMinor === null || backMinor <= orderMinor) &&
        (dayMinor === null || backMinor <= dayMinor),
    },
  }
}

const withoutLimits = { orderMinor: null, dayMinor: null }
