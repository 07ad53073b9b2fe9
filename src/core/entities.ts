import { decodeHTMLStrict } from 'entities'

/** `&amp;`, `&eacute;`, `&#8217;` and `&#x24;` as characters, once. What is no entity stays; each ends in a semicolon. */
export const decodeEntities = (text: string): string => decodeHTMLStrict(text)

/** Halves of characters replaced by U+FFFD: the database takes them in no JSON column. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
