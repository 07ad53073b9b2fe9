import type { Instant } from './local-time.ts'
import { escapeHtml } from './text.ts'

/** An item of a news feed: an event. */
export type FeedItem = {
  /** An id that never changes. */
  id: string
  title: string
  /** Plain text in lines. Readers show it as HTML, so that its lines stay apart. */
  summary: string
  url: string
  /** When the event was published, not when it begins. */
  publishedAt: Instant
  changedAt: Instant
  /** ISO 8601 with offset. */
  starts: string
  ends: string
  location: string
  categories: readonly string[]
}

export type FeedHead = { title: string; url: string; selfUrl: string }

/** RSS 2.0, with the start and end of events in elements of their own. */
export function rssText({ title, url, selfUrl }: FeedHead, items: readonly FeedItem[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/">
<channel>
<title>${xml(title)}</title>
<link>${xml(url)}</link>
<description>${xml(title)}</description>
<atom:link href="${xml(selfUrl)}" rel="self" type="application/rss+xml"/>
${items.map(rssItem).join('')}</channel>
</rss>
`
}

function rssItem(item: FeedItem): string {
  return `<item>
<title>${xml(item.title)}</title>
<link>${xml(item.url)}</link>
<guid isPermaLink="false">${xml(item.id)}</guid>
<pubDate>${item.publishedAt.toUTCString()}</pubDate>
<description>${xml(linesAsHtml(item.summary))}</description>
${item.categories.map(name => `<category>${xml(name)}</category>\n`).join('')}<ev:startdate>${item.starts}</ev:startdate>
<ev:enddate>${item.ends}</ev:enddate>
${item.location === '' ? '' : `<ev:location>${xml(item.location)}</ev:location>\n`}</item>
`
}

/** Atom 1.0 (RFC 4287). */
export function atomText({ title, url, selfUrl }: FeedHead, items: readonly FeedItem[]): string {
  const latest = items.map(({ changedAt }) => changedAt.getTime())
  const updated = new Date(Math.max(0, ...latest))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${xml(title)}</title>
<id>${xml(selfUrl)}</id>
<link rel="self" href="${xml(selfUrl)}"/>
<link rel="alternate" href="${xml(url)}"/>
<author><name>${xml(title)}</name></author>
<updated>${updated.toISOString()}</updated>
${items.map(atomEntry).join('')}</feed>
`
}

function atomEntry(item: FeedItem): string {
  return `<entry>
<title>${xml(item.title)}</title>
<id>${xml(item.id)}</id>
<link rel="alternate" href="${xml(item.url)}"/>
<published>${item.publishedAt.toISOString()}</published>
<updated>${item.changedAt.toISOString()}</updated>
${item.categories.map(name => `<category term="${xml(name)}"/>\n`).join('')}<summary type="html">${xml(linesAsHtml(item.summary))}</summary>
</entry>
`
}

const linesAsHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br />\n')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text for XML 1.0, without the characters that XML forbids even when escaped. */
const xml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, character => entities[character] ?? '')
