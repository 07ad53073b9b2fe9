import { Type } from 'typebox'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { addressOf, idOf, instant, said } from '../../platform/http/described/answer-shapes.ts'
import { filledText, flag, id, oneOf, text } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { eventsList } from '../lists/events-list.ts'
import { accessToList, siteOf } from '../lists/list-access.ts'
import { isReadable, listNames } from './read-view.ts'
import { dropView, keepView } from './save-view.ts'
import { listViews, type SavedView } from './store.ts'

const about = {
  list: 'The list.',
  name: 'What it is called; unique for its owner and list.',
  query:
    'What follows the question mark in the address of the list, such as `filter.status=paid&sort=-created`.',
  shared: 'Whether everybody who may read the list with all that it names sees it, too.',
}

const NewView = Type.Object({
  list: oneOf([...listNames], { description: about.list }),
  name: filledText({ maxLength: 100, description: about.name }),
  query: text({ maxLength: 2000, description: about.query }),
  shared: Type.Optional(flag({ default: false, description: about.shared })),
})

const View = Type.Object(
  {
    id: idOf('view'),
    list: oneOf([...listNames], { description: about.list }),
    name: said(about.name),
    query: said(about.query),
    shared: flag({ description: about.shared }),
    own: flag({ description: 'Whether it is yours.' }),
    created_at: instant('When it was saved first'),
    link: addressOf('the list'),
  },
  { title: 'SavedView' },
)

const access = accessToList(eventsList)

/** Lists under names: a view is the address of a list, which console and exports share. */
export function viewRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/views',
    operation: 'listViews',
    ours: true,
    summary: 'List your saved views of lists, and those that others share with you',
    access,
    returns: Type.Object(
      { views: Type.Array(View, { description: 'By list and name.' }) },
      { title: 'SavedViews' },
    ),
    handle: async ({ caller }) => {
      const views = await listViews(deps.db, userIdOf(caller) ?? fail('rest_forbidden'))
      const reading = { deps, caller, site: siteOf(deps) }
      const seen: SavedView[] = []
      for (const view of views) if (await isReadable(view, reading)) seen.push(view)
      return { views: seen.map(view => viewOf(deps, view, caller)) }
    },
  })
  route(api, {
    method: 'POST',
    path: '/views',
    operation: 'saveView',
    ours: true,
    summary: 'Save the address of a list under a name; yours with the same name is replaced',
    access,
    body: NewView,
    returns: View,
    status: 201,
    errors: ['rest_too_many_views'],
    handle: async ({ body: { shared = false, ...view }, caller, actor }) =>
      viewOf(deps, await keepView(actingAs(deps, actor), { ...view, shared }, caller), caller),
  })
  route(api, {
    method: 'DELETE',
    path: '/views/:id',
    operation: 'deleteView',
    ours: true,
    summary: 'Delete a saved view',
    access,
    params: Type.Object({ id: id({ description: 'The id of the view.' }) }),
    returns: Type.Object({ deleted: flag({ description: 'true.' }) }, { title: 'DeletedView' }),
    errors: ['rest_view_not_found'],
    handle: async ({ params, caller, actor }) => {
      await dropView(actingAs(deps, actor), params.id, caller)
      return { deleted: true }
    },
  })
}

const viewOf = ({ restRoot }: Deps, view: SavedView, caller: Caller) => ({
  id: view.id,
  list: view.list,
  name: view.name,
  query: view.query,
  shared: view.shared,
  own: view.user_id === userIdOf(caller),
  created_at: view.created_at.toISOString(),
  link: `${restRoot('admin')}/${view.list}${view.query === '' ? '' : `?${view.query}`}`,
})
