import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { resendMails } from '../../messaging/outbox/resend-mails.ts'
import { demandAll, orderOf } from '../../shop/orders/desk/find-part.ts'
import { type AttendeeRow, findAttendee } from '../../ticketing/attendees/lookup.ts'
import { updateAttendee } from '../../ticketing/attendees/update-attendee.ts'
import type { Deps } from '../deps.ts'
import { correctOrder } from './correct-order.ts'
import * as shapes from './schema.ts'

/** Routes that correct orders and attendees, and send their mails again. */
export function correctionRoutes(api: Api, deps: Deps) {
  orderRoute(api, deps)
  attendeeRoutes(api, deps)
  mailRoute(api, deps)
}

function orderRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'PATCH',
    path: '/orders/:id',
    operation: 'correctOrder',
    ours: true,
    summary: 'Correct the purchaser of an order, on its places and in mails that wait',
    access: { needs: 'orders.write' },
    params: shapes.OrderParams,
    body: shapes.OrderCorrection,
    versioned: { record: 'order', id: ({ params }) => params.id },
    returns: shapes.CorrectedOrder,
    errors: ['order-not-found'],
    handle: async ({ params, body, caller, actor }) => {
      const name = body.name === undefined ? undefined : plainTitle(body.name)
      await correctOrder(actingAs(deps, actor), params.id, { name, email: body.email, by: caller })
      const { order, sees } = await orderOf(deps, params.id, caller)
      return {
        id: order.id,
        name: order.purchaser_name,
        ...(sees.contacts && { email: order.purchaser_email }),
      }
    },
  })
}

function attendeeRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/attendees/:id',
    operation: 'getAttendeeRecord',
    ours: true,
    summary: 'Read what can be corrected of an attendee, and where it belongs',
    access: { needs: 'attendees.write' },
    params: shapes.AttendeeParams,
    versioned: { record: 'attendee', id: ({ params }) => params.id },
    returns: shapes.AttendeeRecord,
    errors: ['invalid-attendee-id'],
    handle: async ({ params, caller }) => {
      const attendee = await attendeeOf(deps, params.id, caller)
      return {
        ...recordOf(attendee, caller),
        event: attendee.event_id,
        ticket: attendee.ticket_id,
        order: attendee.order_id,
      }
    },
  })
  route(api, {
    method: 'PATCH',
    path: '/attendees/:id',
    operation: 'correctAttendee',
    ours: true,
    summary: 'Correct who holds a ticket; another address gets a new code',
    access: { needs: 'attendees.write' },
    params: shapes.AttendeeParams,
    body: shapes.AttendeeCorrection,
    versioned: { record: 'attendee', id: ({ params }) => params.id },
    returns: shapes.CorrectedAttendee,
    errors: ['invalid-attendee-id', 'sale-is-busy'],
    handle: async ({ params, body, caller, actor }) => {
      const before = await attendeeOf(deps, params.id, caller)
      await updateAttendee(actingAs(deps, actor), {
        id: before.id,
        changes: {
          fullName: body.name === undefined ? undefined : plainTitle(body.name),
          email: body.email,
        },
        userId: userIdOf(caller),
        now: deps.clock.now(),
      })
      const after = await attendeeOf(deps, params.id, caller)
      return {
        ...recordOf(after, caller),
        new_code: after.generation !== before.generation,
      }
    },
  })
}

const recordOf = (attendee: AttendeeRow, caller: Caller) => ({
  id: attendee.id,
  name: attendee.holder_name,
  ...(can(caller, 'contacts.read', attendee.event_id) && { email: attendee.holder_email }),
})

async function attendeeOf({ db }: Pick<Deps, 'db'>, id: number, caller: Caller) {
  const attendee = await findAttendee(db, id)
  return attendee && can(caller, 'attendees.write', attendee.event_id)
    ? attendee
    : fail('invalid-attendee-id')
}

function mailRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/orders/:id/mails',
    operation: 'resendOrderMails',
    ours: true,
    summary:
      'Send the tickets of an order again: to its buyer, to other holders, or to one of them',
    access: { needs: 'orders.write' },
    params: shapes.OrderParams,
    body: shapes.ResendRequest,
    returns: shapes.ResentMails,
    status: 202,
    errors: ['order-not-found', 'order-move-not-allowed', 'rest_too_many_requests'],
    check: async ({ body }): Promise<Problems> =>
      body.to !== undefined && body.attendee !== undefined
        ? { attendee: { message: 'Send to or attendee, not both.' } }
        : {},
    handle: async ({ params, body: { to = 'buyer', attendee }, caller, actor }) => {
      const part = await orderOf(deps, params.id, caller)
      demandAll(part, caller, 'orders.write')
      const wish =
        attendee === undefined ? { to } : ({ to: 'attendee', attendeeId: attendee } as const)
      const rows = await resendMails(actingAs(deps, actor), { orderId: params.id }, wish)
      return {
        mails: rows.map(({ id, kind, recipient, state }) => ({
          id,
          kind,
          state,
          ...(part.sees.contacts && { to: recipient }),
        })),
      }
    },
  })
}
