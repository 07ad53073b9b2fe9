import { decodeEntities, wellFormed } from './entities.ts'

/** Converts between plain text, which is stored and searched, and HTML, which is shown. */
export { decodeEntities, wellFormed }
export { plainText, readableText } from './html-text.ts'
export { descriptionHtml, excerptHtml, sanitizeHtml, shownHtml } from './rich-text.ts'
export { normalizeForSearch, parseSearch, searchForms, searchProblem } from './search-text.ts'

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Escapes plain text for any place in HTML, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => characters[character] ?? '')
}

const entities: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(characters).map(([character, entity]) => [entity, character]),
)

/**
 * The reverse of `escapeHtml`, because clients send back what they read. Other entities stay: the `&copy` in
 * `?a=1&copy=1`, for example.
 */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#039);/g, entity => entities[entity] ?? '')
}

/** Plain text, such as a person's name, that stays text even where a client puts it between tags unescaped. */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * A stored title (plain text) as the API shows it (contract.md 12.1): HTML-encoded, with typographic quotes,
 * dashes and ellipses as numeric entities (`Tom &#038; &#8220;Jerry&#8221;`). Clients decode it before they
 * show it.
 */
export function titleHtml(title: string): string {
  return (
    title
      .replaceAll('&', '&#038;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('...', '&#8230;')
      .replace(/(?<!-)---(?!-)/g, '&#8212;')
      .replace(/(?<=^|\s)--(?=$|\s)/g, '&#8212;')
      .replace(/(?<!-)--(?!-)/g, '&#8211;')
      .replace(/(?<=^|\s)-(?=$|\s)/g, '&#8211;')
      .replace(/ \(tm\)/gi, ' &#8482;')
      // An apostrophe before two digits shortens a year: '99.
      .replace(/(?<=^|\s)'(?=\d\d(?!\d))/g, '&#8217;')
      .replace(/(?<=^|[\s([{'-]|&#821[12];)"(?=\S)/g, '&#8220;')
      .replace(/(?<=^|[\s([{-]|&#821[12];|&#8220;)'(?=\S)/g, '&#8216;')
      .replaceAll('"', '&#8221;')
      .replaceAll("'", '&#8217;')
  )
}

/**
 * A title or name as it is stored. Entities are decoded, because clients send back what they read. Runs of
 * blanks and control characters become one blank; blanks at the ends are removed. Tags count as text and are
 * shown as text.
 */
export function plainTitle(text: string): string {
  return wellFormed(decodeEntities(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
