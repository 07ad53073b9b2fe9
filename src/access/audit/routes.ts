import type { Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { listEntries } from './lookup.ts'
import { AuditList, AuditQuery } from './schema.ts'
import { entryView } from './view.ts'

/** Who changed what, for administrators. */
export function auditRoutes(api: Api, { db }: Deps) {
  route(api, {
    method: 'GET',
    path: '/audit',
    operation: 'listAuditEntries',
    summary: 'List what staff, keys, providers and jobs changed, newest first',
    access: { needs: 'audit.read' },
    query: AuditQuery,
    returns: AuditList,
    check: async ({ query }) => queryProblems(query),
    handle: async ({ query: { before, limit = 50, since, until, ...filter } }) => {
      const wanted = { ...filter, since: momentOf(since), until: momentOf(until) }
      const rows = await listEntries(db, wanted, { before, limit: limit + 1 })
      return { entries: rows.slice(0, limit).map(entryView), more: rows.length > limit }
    },
  })
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

function queryProblems(query: Static<typeof AuditQuery>): Problems {
  const { record, record_id, actor, actor_id } = query
  const moments = (['since', 'until'] as const).filter(name => {
    const moment = momentOf(query[name])
    // JSON Schema accepts a leap second as a date-time; `Date` does not.
    return moment !== undefined && Number.isNaN(moment.getTime())
  })
  return {
    ...(record_id !== undefined && record === undefined
      ? { record: { message: withIt('record_id') } }
      : {}),
    ...(actor_id !== undefined && actor === undefined
      ? { actor: { message: withIt('actor_id') } }
      : {}),
    ...Object.fromEntries(
      moments.map(name => [name, { message: 'must be a moment that exists.' }]),
    ),
  }
}

const withIt = (name: string) => `must be sent with ${name}.`
