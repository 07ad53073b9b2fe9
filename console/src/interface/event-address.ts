import { oneOf, whole } from '../read-address.ts'
import { addressOf, eventParameters } from './list-address.ts'
import type { EventList } from './queries.ts'

/** What the screen of events shows, or the filters of a list, as views have them. */
type EventAddress = Partial<EventList> &
  Readonly<Record<`filter.${string}`, string>> & { sort?: string; columns?: string; open?: string }

/** Reads the address of the screen of events. */
export function eventAddress(search: Record<string, unknown>): EventAddress {
  const page = whole(search['page'], 2)
  const show = oneOf(['past', 'drafts', 'all', 'trash'], search['show'])
  return {
    ...addressOf(eventParameters)(search),
    ...(page !== undefined && { page }),
    ...(show !== undefined && { show }),
  }
}
