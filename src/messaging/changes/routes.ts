import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { readChanges } from './read-changes.ts'
import { ChangeList, ChangeQuery } from './schema.ts'
import { changeView } from './view.ts'

/** The list of changes, for programs that follow it. */
export function changeRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/changes',
    summary: 'List what happened after a cursor, in order; waits for more if asked to',
    access: { needs: 'changes.read' },
    query: ChangeQuery,
    returns: ChangeList,
    errors: ['cursor_expired'],
    handle: async ({ query: { after, types, limit = 100, wait = 0 }, caller }) => {
      const { facts, cursor, more } = await readChanges(deps, {
        caller,
        after,
        types,
        limit,
        waitSeconds: wait,
      })
      return { changes: facts.map(changeView), cursor, more }
    },
  })
}
