import type { AnswerCache, RequestHead } from '../../platform/http/kept/answer-cache.ts'
import type { Language } from '../../core/words/languages.ts'

/** Cookies with this prefix make public pages personal. */
export const openingCookie = 'marquee-open-'

type PageRequest = {
  readonly headers: { readonly cookie?: string | undefined }
  readonly query: unknown
}

/** Whether a public page is for one visitor: with a cookie that opens an event, or with this query parameter. */
export const isOfOneVisitor = ({ headers, query }: PageRequest, ownWith = ''): boolean =>
  headers.cookie?.includes(openingCookie) === true || ownWith in (query as object)

/**
 * Kept pages, feeds and the sitemap, one for each language. A public page is the same for everybody in one language, so other cookies and
 * credentials are ignored.
 */
export function pageCache(
  kept: AnswerCache,
  languageOf: (request: RequestHead) => Language,
): AnswerCache {
  // The language is found only for addresses of pages, because most requests are for the API.
  const isPage = /^\/(?:events?|embed|venue|organizer|sitemap)?(?:[/?.]|$)/
  const keyOf = (request: RequestHead): RequestHead | undefined => {
    const { url = '', headers } = request
    if (!isPage.test(url) || headers.cookie?.includes(openingCookie)) {
      return undefined
    }
    return { method: 'GET', url: `${languageOf(request)} ${url}`, headers: {} }
  }
  return {
    ...kept,
    hit: request => {
      const key = keyOf(request)
      return key && kept.hit(key)
    },
    look: async (request, question) => {
      const key = keyOf(request)
      return key && kept.look(key, question)
    },
  }
}
