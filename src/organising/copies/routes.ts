import { atEvent, mayEditRecord } from '../../access/records/rules.ts'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import { shiftTo } from '../../catalogue/events/rules.copies.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { duplicateEvent } from './duplicate-event.ts'
import { notCopied } from './rules.ts'
import * as shapes from './schema.ts'
import { countParts } from './store.ts'

/** The route that makes an event like another one, at another date. */
export function copyRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/events/:id/copies',
    operation: 'copyEvent',
    ours: true,
    summary: 'Make a draft with everything that makes an event and nothing that was sold',
    params: shapes.EventParams,
    body: shapes.CopyRequest,
    returns: shapes.EventCopy,
    status: 201,
    errors: ['rest-event-not-found'],
    load: ({ params }) => findEvent(deps.db, params.id),
    access: {
      who: 'Callers who may add events and edit this one with its tickets.',
      when: ({ caller, loaded }) =>
        can(atEvent(caller, undefined), 'edit_records') && (!loaded || mayCopy(caller, loaded)),
    },
    handle: async ({ body, caller, actor, attempt, loaded }) => {
      if (!loaded || loaded.status === 'trash') return fail('rest-event-not-found')
      const shift = shiftTo(body.start_date, loaded, deps.clock.now())
      if (!shift) return failParams({ start_date: { message: unreadable } })
      const wish = { from: loaded.id, shift, caller, attempt }
      const { id, title, status, ...copy } = await duplicateEvent(actingAs(deps, actor), wish)
      return {
        id,
        title,
        status,
        start_date: copy.start_local,
        end_date: copy.end_local,
        timezone: copy.timezone,
        copied: (await countParts(deps.db, id)) ?? fail('rest-event-not-found'),
        not_copied: [...notCopied],
      }
    },
  })
}

const unreadable = 'must be a date and time such as `2032-06-01 19:00`, within the years 1 to 9999.'

const mayCopy = (caller: Caller, event: EventRow) =>
  mayEditRecord(atEvent(caller, event.id), event) &&
  mayEditRecord(atEvent(caller, event.id, 'tickets.write'), event)
