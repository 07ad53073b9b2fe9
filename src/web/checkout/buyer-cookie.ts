import { type Buyer, sentBuyer } from './sent-basket.ts'

const cookieName = 'marquee-buyer'

/**
 * The details that a buyer entered, in a cookie until the browser is closed, so that they are not lost between pages.
 * Scripts cannot read it, and forms of other sites are sent without it.
 */
export function buyerCookie(
  { name, email, termsAccepted = false }: Buyer & { termsAccepted?: boolean },
  { root, base }: { root: string; base: string },
): string {
  const kept = { name, email, ...(termsAccepted && { terms: '1' }) }
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url')
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${base}/checkout; HttpOnly; SameSite=Lax${secure}`
}

/** Empty fields when there is no cookie. */
export const keptBuyer = (cookies: Cookies): Buyer => sentBuyer(keptIn(cookies))

/** Whether the buyer had accepted the terms before another button was pressed. An order forgets it. */
export const keptTerms = (cookies: Cookies): boolean => keptIn(cookies)['terms'] === '1'

type Cookies = Readonly<Record<string, string | undefined>>

function keptIn(cookies: Cookies): Record<string, unknown> {
  try {
    const text = Buffer.from(cookies[cookieName] ?? '', 'base64url').toString('utf8')
    const kept = JSON.parse(text) as unknown
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}
