import { type Buyer, sentBuyer } from './sent-basket.ts'

const cookieName = 'marquee-buyer'

/**
 * The details that a buyer entered, in a cookie until the browser is closed, so that they are not lost between pages.
 * Scripts cannot read it, and forms of other sites are sent without it.
 */
export function buyerCookie(buyer: Buyer, { root, base }: { root: string; base: string }): string {
  const value = Buffer.from(JSON.stringify(buyer)).toString('base64url')
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${base}/checkout; HttpOnly; SameSite=Lax${secure}`
}

/** Empty fields when there is no cookie. */
export function keptBuyer(cookies: Readonly<Record<string, string | undefined>>): Buyer {
  try {
    const text = Buffer.from(cookies[cookieName] ?? '', 'base64url').toString('utf8')
    const kept = JSON.parse(text) as unknown
    return sentBuyer(typeof kept === 'object' && kept !== null ? { ...kept } : {})
  } catch {
    return sentBuyer({})
  }
}
