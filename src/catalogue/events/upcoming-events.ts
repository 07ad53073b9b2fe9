import { anonymous } from '../../core/caller.ts'
import { pageOffset, totalPages } from '../../core/page.ts'
import { defaultWindow } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { sightOf } from '../linked/rules.ts'
import type { EventRow } from './lookup.ts'
import { publishDue } from './publish-due.ts'
import { listEvents } from './store.ts'

const perPage = 20

export type UpcomingEvents = { rows: EventRow[]; pages: number }

/**
 * A page of the events that the list shows everybody when it is asked for nothing, by their start (contract.md 5.4). Like
 * every list it is read through a handle for lists.
 */
export async function upcomingEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { page, lists }: { page: number; lists: Db },
): Promise<UpcomingEvents> {
  await publishDue(deps)
  const { start, end } = defaultWindow(deps.clock.now(), deps.config.timezone)
  const found = await listEvents(lists, {
    filter: { dates: { start_date: start.instant, end_date: end.instant } },
    seen: { sight: sightOf(anonymous), seesHidden: false },
    page: { limit: perPage, offset: pageOffset(page, perPage) },
    // It asks for no words, so an index answers it.
    throughMost: Number.POSITIVE_INFINITY,
  })
  const { rows, total } = found ?? { rows: [], total: 0 }
  return { rows, pages: totalPages(total, perPage) }
}
