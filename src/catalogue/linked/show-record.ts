import { embeddable } from '../../core/embeddable.ts'
import { shownHtml, titleHtml } from '../../core/text.ts'
import { toLocal } from '../../core/time.ts'
import type { Image } from '../images/lookup.ts'
import type { Kind, LinkedRow } from './kind.ts'
import { noMoment } from './rules.ts'

/** How a record is shown, and the addresses in it. */
export type ViewContext = {
  publicRoot: string
  /** The site's zone, in which dates are shown. */
  timezone: string
  images: ReadonlyMap<number, Image>
  /** Whether this is a single read, which has `json_ld`. */
  single?: boolean
}

/** A venue or organizer as the API shows it; empty members are left out (contract.md 12.3). */
export function showRecord(
  kind: Kind,
  row: LinkedRow,
  showing: ViewContext,
): Record<string, unknown> {
  const { publicRoot, timezone, images, single = false } = showing
  const url = pageUrl(kind, row, publicRoot)
  const image = row.image_id === null ? undefined : images.get(row.image_id)
  const shown = { row, url, ...(image ? { image: image.url } : {}) }
  const optional = {
    author: row.author_id === null ? '' : String(row.author_id),
    status: row.status,
    date: row.published_local,
    date_utc: row.published_at ? toLocal(row.published_at, 'UTC') : noMoment,
    modified: toLocal(row.updated_at, timezone),
    modified_utc: toLocal(row.updated_at, 'UTC'),
    url,
    [kind.name]: titleHtml(row.name),
    description: shownHtml(row.description, row.description_html),
    slug: row.slug,
    image,
    ...Object.fromEntries(kind.texts.map(column => [column, row[column]])),
    json_ld: single && row.status === 'publish' ? embeddable(kind.jsonLd(shown)) : undefined,
  }
  const globalId = `${siteOf(publicRoot)}?id=${row.id}`
  return {
    id: row.id,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => Boolean(value))),
    ...kind.ownMembers(row),
    global_id: globalId,
    global_id_lineage: [globalId],
  }
}

/** Host and path of the site, without scheme and port: the start of global ids. */
function siteOf(publicRoot: string): string {
  const { hostname, pathname } = new URL(publicRoot)
  return hostname + pathname.replace(/\/$/, '')
}

/** The address of its public page: by slug when it is published, otherwise by id. */
function pageUrl({ page }: Kind, { id, slug, status }: LinkedRow, publicRoot: string): string {
  const bySlug = status === 'publish' && slug !== ''
  return `${publicRoot}/${page}/${bySlug ? encodeURIComponent(slug) : id}/`
}
