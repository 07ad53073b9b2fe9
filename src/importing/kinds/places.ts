import { wholeNumber } from '../sources/whole-number.ts'
import { descriptionHtml, normalizeForSearch, plainText } from '../../core/text.ts'
import { metaOf, type SourcePost } from '../sources/source-site.ts'
import type { Imported, ImportContext } from './imported.ts'
import { convertText } from './texts.ts'
import { isYes, publicationOf, slugOf, typed, unknownStatus, words } from './values.ts'

/** What venues and organizers have in common. */
function linkedOf(post: SourcePost, context: ImportContext) {
  const { html, losses } = convertText(post.content)
  const imageId = wholeNumber(metaOf(post, '_thumbnail_id'))
  const hasImage = context.came.image.has(imageId)
  const missing = imageId > 0 && !hasImage ? [`Its picture ${imageId} did not come.`] : []
  const row = {
    author_id: context.ids.user(post.authorId),
    ...publicationOf(post, context.zone),
    name: typed(post.title) || '—',
    description: html,
    description_html: descriptionHtml(html),
    image_id: hasImage ? context.ids.record(imageId) : null,
  }
  return { row, losses: [...losses, ...missing, ...unknownStatus(post)] }
}

const searchText = (name: string, description: string, texts: readonly string[]) =>
  [name, description, ...texts]
    .map(text => normalizeForSearch(plainText(text)))
    .filter(text => text !== '')
    .join('\n')

/** A venue. `_VenueStateProvince` repeats the one of state and province that counts. */
export function venueOf(post: SourcePost, context: ImportContext): Imported {
  const of = (key: string) => words(metaOf(post, key))
  const { row, losses } = linkedOf(post, context)
  const texts = {
    address: of('_VenueAddress'),
    city: of('_VenueCity'),
    country: of('_VenueCountry'),
    province: of('_VenueProvince'),
    state: of('_VenueState'),
    stateprovince: of('_VenueState') || of('_VenueProvince') || of('_VenueStateProvince'),
    zip: of('_VenueZip'),
    phone: of('_VenuePhone'),
    website: of('_VenueURL'),
  }
  const degrees = (key: string, limit: number) => {
    const value = Number(of(key))
    return of(key) !== '' && Math.abs(value) <= limit ? value : null
  }
  const { address, city, country, province, state, zip, phone, website, stateprovince } = texts
  const searched = [address, city, country, province, state, zip, phone, website, stateprovince]
  return {
    kind: 'venue',
    oldId: post.id,
    row: {
      ...row,
      ...texts,
      show_map: isYes(of('_VenueShowMap')),
      show_map_link: isYes(of('_VenueShowMapLink')),
      geo_lat: degrees('_VenueLat', 90),
      geo_lng: degrees('_VenueLng', 180),
      search_text: searchText(row.name, row.description, searched),
    },
    parts: { oldSlugs: oldSlugs(post) },
    losses,
  }
}

export function organizerOf(post: SourcePost, context: ImportContext): Imported {
  const of = (key: string) => words(metaOf(post, key))
  const { row, losses } = linkedOf(post, context)
  const texts = {
    phone: of('_OrganizerPhone'),
    website: of('_OrganizerWebsite'),
    email: of('_OrganizerEmail'),
  }
  const search_text = searchText(row.name, row.description, Object.values(texts))
  return {
    kind: 'organizer',
    oldId: post.id,
    row: { ...row, ...texts, search_text },
    parts: { oldSlugs: oldSlugs(post) },
    losses,
  }
}

/** The slugs that a record had before it was renamed. */
export const oldSlugs = (post: SourcePost): string[] =>
  post.meta
    .filter(([key, slug]) => key === '_wp_old_slug' && slug !== '')
    .map(([, slug]) => slugOf(slug))
