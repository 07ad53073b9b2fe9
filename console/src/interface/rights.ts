import type { Me } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Right } from '../../../src/core/rights.ts'
import { meQuery, sessionQuery } from './queries.ts'

/** Whether somebody may do this at the site, or at the event. */
const may = (me: Me, right: Right, event?: number): boolean =>
  me.capabilities.includes(right) ||
  me.events.some(({ id, capabilities }) => id === event && capabilities.includes(right))

/** Whether somebody may do this at any event. */
const mayAnywhere = (me: Me, right: Right): boolean =>
  me.capabilities.includes(right) ||
  me.events.some(({ capabilities }) => capabilities.includes(right))

/** Whether somebody who may do `first` somewhere may do `second` there, too, wherever that is. */
const mayWherever = (me: Me, first: Right, second: Right): boolean =>
  me.capabilities.includes(second) ||
  (!me.capabilities.includes(first) &&
    me.events.every(
      ({ capabilities }) => !capabilities.includes(first) || capabilities.includes(second),
    ))

/** What the person who is signed in may do. Screens hide by it; the service decides. */
export function useRights() {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  return {
    me,
    may: (right: Right, event?: number) => may(me, right, event),
    mayAnywhere: (right: Right) => mayAnywhere(me, right),
    /** Whether they see money in every row of a list of orders. */
    seesMoneyOfOrders: mayWherever(me, 'orders.read', 'money.read'),
    /** Whether they see who bought in every row of a list of money. */
    mayNameBuyers: mayWherever(me, 'money.read', 'orders.read'),
    /** Whether they have some right of staff, which lists and what waits take. */
    isStaff: me.capabilities.length > 0 || me.events.length > 0,
    mayMakeEvents:
      session?.capabilities.includes('edit_records') === true || may(me, 'events.write'),
    /** Venues and organizers are a matter of the inherited roles. */
    mayMakePlaces: session?.capabilities.includes('edit_records') === true,
    mayPublish: session?.capabilities.includes('publish_records') === true,
  }
}
