import { Type } from 'typebox'
import { anonymous } from '../../core/caller.ts'
import { failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Basis } from '../../platform/http/answer-basis.ts'
import { compileShape, readParameters } from '../../platform/http/validation.ts'
import { sightOf } from '../linked/rules.ts'
import type { ListedEvent } from './lookup.ts'
import { throughMost } from './page-of-events.ts'
import { publishDue } from './publish-due.ts'
import { readQuery } from './read-query.ts'
import { EventQuery } from './schema.ts'
import { listForFeed } from './store.lists.ts'

const none = Type.Object({})
const shape = compileShape(none, EventQuery, none)

type Asked = {
  /** Parameters of the list as texts, as they were sent. */
  query: Readonly<Record<string, unknown>>
  /** The default window without date parameters, in the form that the list takes. */
  usual: { start_date: string; end_date: string }
  most: number
  lists: Db
  /** Receives the instant at which the list changes by itself. */
  basis: Basis
}

/**
 * The events that a list with these parameters shows the public, by start, at most this many. Fails with
 * `rest_invalid_param` like the list; parameters for pages have no effect here.
 */
export async function listedEvents(
  deps: Deps,
  { query, usual, most, lists, basis }: Asked,
): Promise<ListedEvent[]> {
  basis.until(await publishDue(deps))
  const sent = readParameters(shape, {
    path: {},
    query: { ...usual, ...query },
    body: {},
    bodyIsText: true,
  })
  const { filter } = await readQuery(deps, { query: sent.query, caller: anonymous, basis })
  const found = await listForFeed(lists, {
    filter,
    seen: { sight: sightOf(anonymous), seesHidden: false },
    page: { limit: most, offset: 0 },
    throughMost: throughMost(deps, filter, anonymous),
    countMost: 0,
  })
  return (
    found?.rows ??
    failParams({ start_date: { message: 'begins too wide a window for this search.' } })
  )
}
