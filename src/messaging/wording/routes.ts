import { atEvent, mayEditRecord } from '../../access/records/rules.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { can } from '../../core/caller.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Deleted } from '../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { dropWording, saveWording, showWordings } from './change-wording.ts'
import * as shapes from './schema.ts'

const siteAccess = { needs: 'settings.write' } as const

/** What the site says in its mails. */
export function siteWordingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/mail-texts',
    summary: "List the site's own texts in mails",
    access: siteAccess,
    returns: shapes.WordingList,
    handle: () => showWordings(deps, null),
  })
  route(api, {
    method: 'PUT',
    path: '/mail-texts/:kind/:locale',
    summary: "Set the site's own text of a kind of mail in a language",
    access: siteAccess,
    params: shapes.WordingParams,
    body: shapes.WordingDraft,
    returns: shapes.WordingView,
    handle: ({ params, body, actor }) =>
      saveWording(actingAs(deps, actor), { ...params, eventId: null }, body),
  })
  route(api, {
    method: 'DELETE',
    path: '/mail-texts/:kind/:locale',
    summary: 'Use the usual text again',
    access: siteAccess,
    params: shapes.WordingParams,
    returns: Deleted,
    errors: ['mail_text_not_found'],
    handle: ({ params, actor }) => dropWording(actingAs(deps, actor), { ...params, eventId: null }),
  })
}

type EventFound = Awaited<ReturnType<typeof findEvent>>

const eventAccess = {
  who: 'Callers who may edit this event.',
  when: ({ caller, loaded }: { caller: Caller; loaded: EventFound }) =>
    loaded ? mayEditRecord(atEvent(caller, loaded.id), loaded) : can(caller, 'edit_records'),
}

/** What mails about one event say, for those who may edit it. */
export function eventWordingRoutes(api: Api, deps: Deps) {
  const load = ({ params }: { params: { id: number } }) => findEvent(deps.db, params.id)
  const idOf = (loaded: EventFound) => (loaded ?? fail('rest-event-not-found')).id
  route(api, {
    method: 'GET',
    path: '/events/:id/mail-texts',
    ours: true,
    summary: "List an event's own texts in mails",
    params: shapes.EventParams,
    load,
    access: eventAccess,
    returns: shapes.WordingList,
    errors: ['rest-event-not-found'],
    handle: ({ loaded }) => showWordings(deps, idOf(loaded)),
  })
  route(api, {
    method: 'PUT',
    path: '/events/:id/mail-texts/:kind/:locale',
    ours: true,
    summary: "Set an event's own text of a kind of mail in a language",
    params: shapes.EventWordingParams,
    body: shapes.WordingDraft,
    load,
    access: eventAccess,
    returns: shapes.WordingView,
    errors: ['rest-event-not-found'],
    handle: ({ params: { kind, locale }, body, loaded, actor }) =>
      saveWording(actingAs(deps, actor), { kind, locale, eventId: idOf(loaded) }, body),
  })
  route(api, {
    method: 'DELETE',
    path: '/events/:id/mail-texts/:kind/:locale',
    ours: true,
    summary: "Use the site's text again",
    params: shapes.EventWordingParams,
    load,
    access: eventAccess,
    returns: Deleted,
    errors: ['rest-event-not-found', 'mail_text_not_found'],
    handle: ({ params: { kind, locale }, loaded, actor }) =>
      dropWording(actingAs(deps, actor), { kind, locale, eventId: idOf(loaded) }),
  })
}
