import { localeNamed } from '../core/locale.ts'
import { listUrl } from '../core/page.ts'
import { speakerOf } from '../core/words/speak.ts'
import type { Deps } from '../shop/deps.ts'
import { html } from '../core/html.ts'

/** The records that a page shows: one event, or a list with this filter; undefined for other pages. */
export type Source = { event: number } | { list: Record<string, string | number> } | undefined

/** The page whose events a calendar and a feed have: its path, with its filters as a query, and what they are called. */
export type Followed = { path: string; query?: string; name?: string }

type Discovered = { source?: Source; followed?: Followed | undefined; language: string }

const everyEvent: Followed = { path: '/events/' }

/**
 * Tells a client with the address of a page where the API is (contract.md 12.7), by headers and by tags in the page, and
 * where the events of the page can be followed (23.1).
 */
export function discovery(
  { restRoot, publicRoot, siteSettings }: Deps,
  { source, followed = everyEvent, language }: Discovered,
) {
  const { path, query = '' } = followed
  const name =
    followed.name ?? speakerOf(localeNamed(language) ?? siteSettings().language).t('feed.events')
  const feed = publicRoot + path.replace(/\/$/, '')
  const root = restRoot('events')
  const address = addressOf(root, source)
  return {
    headers: {
      'x-tec-api-version': 'v1',
      'x-tec-api-root': address,
      'x-tec-api-origin': `${publicRoot}/`,
    },
    tags: html`<meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="${publicRoot}/">
<link rel="alternate" href="${address}">
<link rel="alternate" type="text/calendar" title="${name}" href="${`${feed}.ics${query}`}">
<link rel="alternate" type="application/rss+xml" title="${name}" href="${`${feed}.rss${query}`}">`,
  }
}

function addressOf(root: string, source: Source): string {
  if (!source) return `${root}/`
  return 'event' in source
    ? `${root}/events/${source.event}`
    : listUrl(`${root}/events/`, source.list)
}
