import { can, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { findShownOrder } from './find-order.ts'
import { roundedCash } from './rules.ts'
import * as shapes from './schema.orders.ts'
import { type DeskOrderRow, listUnpaid } from './store.awaited.ts'

const listedMost = 200

/** The orders that the desk takes money for, and the order of a ticket that somebody shows (contract.md 39.10). */
export function deskOrderRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/desk/orders',
    operation: 'listDeskOrders',
    ours: true,
    summary:
      'List orders that wait for their payment at the desk, or find the one of a ticket or number',
    access: {
      who: 'Callers with `boxoffice.sell` at the event.',
      when: ({ query, caller }) => can(caller, 'boxoffice.sell', query.event),
    },
    query: shapes.DeskOrdersQuery,
    returns: shapes.DeskOrderList,
    errors: ['rest-event-not-found'],
    handle: async ({ query: { event, code }, caller }) => {
      if (!(await findEvent(deps.db, event))) fail('rest-event-not-found')
      if (code === undefined) {
        return { orders: (await listUnpaid(deps.db, event, listedMost)).map(viewOf) }
      }
      const order = await findShownOrder(deps, { eventId: event, code, userId: userIdOf(caller) })
      return { orders: order ? [viewOf(order)] : [] }
    },
  })
}

const viewOf = (row: DeskOrderRow) => ({
  id: row.id,
  status: row.status,
  name: row.name,
  places: row.places,
  total: formatDecimal({ minor: row.total_minor, currency: row.currency }),
  owed: formatDecimal({ minor: row.owed_minor, currency: row.currency }),
  owed_in_cash: formatDecimal({
    minor: roundedCash(row.owed_minor, row.currency),
    currency: row.currency,
  }),
  currency: row.currency,
  pay_by: row.pay_by,
})
