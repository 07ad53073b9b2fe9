import type { AnswerCache, RequestHead } from '../../platform/http/kept/answer-cache.ts'
import type { Language } from '../words/languages.ts'

/** Cookies with this prefix make public pages personal. */
export const openingCookie = 'marquee-open-'

/**
 * Kept pages, feeds and the sitemap, one for each language. A public page is the same for everybody in one language, so other cookies and
 * credentials are ignored.
 */
export function pageCache(
  kept: AnswerCache,
  languageOf: (asked: RequestHead) => Language,
): AnswerCache {
  // The language is found only for addresses of pages, because most requests are for the API.
  const isPage = /^\/(?:events?|venue|organizer|sitemap)?(?:[/?.]|$)/
  const keyOf = (asked: RequestHead): RequestHead | undefined => {
    const { url = '', headers } = asked
    if (!isPage.test(url) || headers.cookie?.includes(openingCookie)) {
      return undefined
    }
    return { method: 'GET', url: `${languageOf(asked)} ${url}`, headers: {} }
  }
  return {
    ...kept,
    hit: asked => {
      const key = keyOf(asked)
      return key && kept.hit(key)
    },
    look: async (asked, question) => {
      const key = keyOf(asked)
      return key && kept.look(key, question)
    },
  }
}
