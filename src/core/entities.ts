import { decodeHTMLStrict } from 'entities'

/** Decodes `&amp;`, `&eacute;`, `&#8217;` and `&#x24;` once. Only entities that end in a semicolon are decoded. */
export const decodeEntities = (text: string): string => decodeHTMLStrict(text)

/** Replaces halves of surrogate pairs by U+FFFD, because PostgreSQL refuses them in JSON. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
