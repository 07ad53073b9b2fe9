import type { AnswerCache, RequestHead } from '../../platform/http/answer-cache.ts'
import type { Language } from '../words/languages.ts'

/** Cookies whose name begins so make pages that are for everybody one person's. */
export const openingCookie = 'marquee-open-'

/**
 * Answers of pages, kept apart by language. A page says the same to everybody who reads its language, whatever else they
 * send along: other cookies and credentials have no say in it.
 */
export function pageCache(
  kept: AnswerCache,
  languageOf: (asked: RequestHead) => Language,
): AnswerCache {
  // Languages are worked out for addresses of pages only: most requests are for the interface.
  const isPage = /^\/(?:events?|venue|organizer)?(?:[/?]|$)/
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
