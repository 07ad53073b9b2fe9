import type { PlainKey } from '../../core/words/catalogue.ts'
import type { Visit } from './pages.ts'
import type { Site } from './site.ts'

const cookieName = 'marquee-done'

/**
 * The name of what a form did, in a cookie for the page that the browser is sent to. In the address it would make the
 * page say the same again after a reload, from a bookmark, or on the way back.
 */
export const doneCookie = (what: string, site: Site): string => cookieLine(what, site, 60)

/** The message about what a form did, and the cookie that ends it; neither on any later visit. */
export function toldOnce(
  { cookies, words, site }: Visit,
  messages: Readonly<Record<string, PlainKey>>,
): { done: string | undefined; cookies: readonly string[] } {
  const what = cookies[cookieName] ?? ''
  const message = Object.hasOwn(messages, what) ? messages[what] : undefined
  if (message === undefined) return { done: undefined, cookies: [] }
  return { done: words.t(message), cookies: [cookieLine('', site, 0)] }
}

function cookieLine(what: string, { root, base }: Site, seconds: number): string {
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${what}; Path=${base}/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
