import { currentPath } from '../../catalogue/addresses/lookup.ts'
import { findTermPage } from '../../catalogue/terms/lookup.ts'
import { toLocal } from '../../core/time.ts'
import { feedInstead } from '../../messaging/feeds/rules.ts'
import type { Deps } from '../../messaging/deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { type KnownSite, oldSites, pageOfRecord, pictureFrom, publicEventSlug } from './lookup.ts'
import { inOurWords, type Meant, meantBy, meantByQuery } from './rules.ts'

type AddressDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * Where an address of a site that was moved here leads, in one step (contract.md 35.9). Asked only where there is no page.
 * Undefined for an address that no such site had, and for records that not everybody may see.
 */
export async function findOldAddress(deps: AddressDeps, url: string): Promise<string | undefined> {
  const [path = '', search = ''] = url.split('?', 2)
  if (path.length > 2000) return undefined
  for (const site of await oldSites(deps.db)) {
    const to = await inSite(deps, site, { path, search })
    if (to !== undefined) return to
  }
  return undefined
}

async function inSite(
  { db, clock, config }: AddressDeps,
  site: KnownSite,
  { path, search }: { path: string; search: string },
) {
  const ours = inOurWords(path, search, site)
  if (/ical|feed/.test(`${path}?${search}`)) {
    const name = ours.parts[0] === 'event' ? ours.parts[1] : undefined
    const slug = name === undefined ? undefined : await eventPath(db, name)
    const shown = slug ?? ours.path
    const today = toLocal(clock.now(), config.timezone).slice(0, 10)
    const feed = feedInstead(`${shown}${ours.search === '' ? '' : `?${ours.search}`}`, today)
    if (feed !== undefined && (name === undefined || slug !== undefined)) return feed
  }
  const meant = meantBy(path, search, site)
  return meant && placeOf(db, meant, site.home)
}

/** Where a query at the root of an old site leads. */
export async function findOldQuery(
  db: Db,
  query: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const meant = meantByQuery(query)
  const [site] = meant ? await oldSites(db) : []
  return meant && site && placeOf(db, meant, site.home)
}

async function placeOf(db: Db, meant: Meant, home: string): Promise<string | undefined> {
  if (meant.kind === 'path') return meant.to
  if (meant.kind === 'record') return pageOfRecord(db, meant.oldId)
  if (meant.kind === 'event') return eventPath(db, meant.name)
  if (meant.kind === 'picture') {
    const address = `${home}/wp-content/uploads/${meant.path}`
    return pictureFrom(db, [address, ...(URL.canParse(address) ? [new URL(address).href] : [])])
  }
  return termPath(db, meant)
}

async function eventPath(db: Db, name: string): Promise<string | undefined> {
  const slug = await publicEventSlug(db, name)
  return slug === undefined
    ? currentPath(db, { kind: 'event', name })
    : `/event/${encodeURIComponent(slug)}/`
}

const views = new Set(['list', 'month', 'day', 'today', 'photo', 'week', 'map', 'summary', 'page'])

/** The last part that names a term is it; what follows are views and pages of its list. */
async function termPath(
  db: Db,
  { taxonomy, path }: Meant & { kind: 'term' },
): Promise<string | undefined> {
  const parts = path.split('/').filter(part => part !== '' && !/^\d/.test(part))
  while (parts.length > 1 && views.has(parts.at(-1) ?? '')) parts.pop()
  const name = parts.at(-1)
  if (name === undefined) return undefined
  if (await findTermPage(db, taxonomy, name))
    return `/events/${taxonomy}/${encodeURIComponent(name)}/`
  return currentPath(db, { kind: taxonomy, name })
}
