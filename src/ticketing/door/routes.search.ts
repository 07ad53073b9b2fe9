import { fail } from '../../core/errors.ts'
import type { Caller } from '../../core/caller.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { eventOfDevice } from './event-of-device.ts'
import * as shapes from './schema.search.ts'
import { findDeviceKey } from './store.devices.ts'
import { searchForDoor } from './store.list.ts'
import { stateOfRow } from './view.ts'

const wordsOf = (search: string) => [
  ...new Set(normalizeForSearch(search).split(/\s+/).filter(Boolean)),
]

const isEnough = (search: string) =>
  wordsOf(search)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '').length >= 3

/** People by name, for phones that may search (contract.md 34.9). Only with a network: names are never in the list of a phone. */
export function doorSearchRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/door/search',
    operation: 'searchDoorList',
    ours: true,
    summary: 'Find people of an event by name, e-mail address or order, on a phone that may search',
    access: {
      who: 'Paired phones with the profile `search`.',
      when: ({ caller }: { caller: Caller }) => caller.kind === 'device',
    },
    query: shapes.SearchQuery,
    returns: shapes.Searched,
    errors: ['rest-event-not-found', 'door-device-revoked', 'door-search-not-allowed'],
    // Blanks and dots would find everybody.
    check: async ({ query }) =>
      isEnough(query.search)
        ? {}
        : { search: { message: 'search must have three letters or digits, or more.' } },
    handle: async ({ query, caller }) => {
      const event = await eventOfDevice(deps, caller, query.event)
      const key = caller.kind === 'device' && (await findDeviceKey(deps.db, caller.deviceId))
      if (!key || key.profile !== 'search') return fail('door-search-not-allowed')
      const words = wordsOf(query.search)
      const rows = await searchForDoor(deps.db, { eventId: event.id, words })
      const hits = rows.map(row => ({
        id: row.id,
        name: row.holder_name,
        ticket: row.ticket_id,
        order: row.order_id,
        state: stateOfRow(row),
        inside: row.inside,
        entered_at: row.entered_at?.toISOString() ?? null,
      }))
      return new Answer(hits, { headers: { 'cache-control': 'no-store' } })
    },
  })
}
