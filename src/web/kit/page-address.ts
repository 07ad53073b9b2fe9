import type { FastifyRequest } from 'fastify'
import type { Values } from '../../platform/http/request/coerce.ts'
import { type Language, languageNamed } from '../../core/words/languages.ts'
import type { Page } from './page.ts'
import type { PageKind } from './policy.ts'
import type { Site } from './site.ts'
import type { View } from './view.ts'

/** Where a page is, for its links. */
export type PageAddress = Pick<View, 'address' | 'namesLanguage'>

/** The address of a page with the parameters that it uses, without the language. */
export function pageAddressOf(
  site: Site,
  { url, query }: FastifyRequest,
  reads: readonly string[],
): PageAddress {
  // The proxy in front of the service removes the path of the site.
  const path = site.base + (url.split('?', 1)[0] ?? '')
  const parameters = query as Values
  const pairs = reads.flatMap(name => {
    const value = parameters[name]
    return name !== 'lang' && typeof value === 'string' ? [[name, value]] : []
  })
  const text = new URLSearchParams(pairs).toString()
  const named = languageNamed(parameters['lang'], site.forDevelopers)
  return { address: text === '' ? path : `${path}?${text}`, namesLanguage: named !== undefined }
}

/** A requested language is remembered for the next pages. */
function cookiesOf(
  site: Site,
  page: Page,
  { request, language }: { request: FastifyRequest; language: Language },
): string[] {
  const isChosen = (request.query as Values)['lang'] === language
  const secure = site.root.startsWith('https:') ? '; Secure' : ''
  const remembered = `marquee-lang=${language}; Path=${site.base}/; Max-Age=31536000; SameSite=Lax${secure}`
  return [...(isChosen ? [remembered] : []), ...(page.cookies ?? [])]
}

type Remembering = { site: Site; request: FastifyRequest; language: Language }

/** The header with a page's cookies; a page in a frame of another site has none. */
export function cookiesFor(
  kind: PageKind,
  page: Page,
  { site, request, language }: Remembering,
): Record<string, string[]> {
  const cookies = kind === 'embedded' ? [] : cookiesOf(site, page, { request, language })
  return cookies.length > 0 ? { 'set-cookie': cookies } : {}
}
