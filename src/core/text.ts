import { decodeEntities, wellFormed } from './entities.ts'

/** Text as it is shown and searched: plain text as HTML, HTML as plain text. */
export { decodeEntities, wellFormed }
export { descriptionHtml, excerptHtml, sanitizeHtml } from './rich-text.ts'
export { normalizeForSearch, parseSearch, searchProblem } from './search-text.ts'

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Plain text for any place in HTML, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => characters[character] ?? '')
}

const entities: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(characters).map(([character, entity]) => [entity, character]),
)

/** What `escapeHtml` was given: clients send back what they read. Other entities stay, `&copy=1` in an address say. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#039);/g, entity => entities[entity] ?? '')
}

/** Plain text, a person's name say, that is nothing but text where a client puts it between tags as it is. */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * A stored title (plain text) as the interface answers it: HTML-encoded, with typographic quotes, dashes and dots as
 * numeric entities (`Tom &#038; &#8220;Jerry&#8221;`; contract.md 12.1). Clients decode it to show it.
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
      // Two digits after an apostrophe are a year: '99.
      .replace(/(?<=^|\s)'(?=\d\d(?!\d))/g, '&#8217;')
      .replace(/(?<=^|[\s([{'-]|&#821[12];)"(?=\S)/g, '&#8220;')
      .replace(/(?<=^|[\s([{-]|&#821[12];|&#8220;)'(?=\S)/g, '&#8216;')
      .replaceAll('"', '&#8221;')
      .replaceAll("'", '&#8217;')
  )
}

/**
 * A title or name as it is stored: entities decoded (clients send back what they read), blanks and control
 * characters single blanks, none at the ends. Tags are text here and are shown as such.
 */
export function plainTitle(text: string): string {
  return wellFormed(decodeEntities(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Stored HTML as one line of plain text: no tags, entities decoded, blanks single. */
export function plainText(html: string): string {
  const spaced = html.replace(
    /<\/?(?:p|div|br|li|h[1-6]|tr|td|th|hr|blockquote|pre)\b[^<>]*>/gi,
    ' ',
  )
  return decodeEntities(spaced.replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
}
