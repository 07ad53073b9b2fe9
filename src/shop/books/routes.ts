import type { Static } from 'typebox'
import { reachOf } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { BooksSummary, SummaryQuery } from './schema.ts'
import { summariseBooks } from './summarise-books.ts'
import { summaryView } from './view.ts'

/** What was sold and paid, for those who see money. */
export function bookRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/books/summary',
    operation: 'getBooksSummary',
    summary: 'Add up what was charged, paid and given back, and say up to when',
    access: { needs: 'money.read' },
    query: SummaryQuery,
    returns: BooksSummary,
    list: true,
    check: async ({ query }) => momentProblems(query),
    handle: async ({ query: { event: eventId, from, until, by }, caller, db }) => {
      const summary = await summariseBooks(
        { db, clock: deps.clock },
        {
          within: reachOf(caller, 'money.read'),
          eventId,
          from: momentOf(from),
          until: momentOf(until),
          byEvent: by === 'event',
        },
      )
      return summaryView(summary)
    },
  })
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

function momentProblems(query: Static<typeof SummaryQuery>): Problems {
  const names = (['from', 'until'] as const).filter(name =>
    // JSON Schema accepts a leap second as a date-time; `Date` does not.
    Number.isNaN(momentOf(query[name])?.getTime() ?? 0),
  )
  return Object.fromEntries(names.map(name => [name, { message: 'must be a moment that exists.' }]))
}
