/** The kinds of records that have public pages, and where these are. */
export const pageFolders = {
  event: 'event',
  venue: 'venue',
  organizer: 'organizer',
  category: 'events/category',
  tag: 'events/tag',
} as const

export type PageKind = keyof typeof pageFolders

/** The path of a record's page below the site's root. */
export const pagePath = (kind: PageKind, slug: string): string =>
  `/${pageFolders[kind]}/${encodeURIComponent(slug)}/`
