import { type Buyer, sentBuyer } from './sent-basket.ts'

const cookieName = 'marquee-buyer'

/**
 * What a buyer entered, kept by the browser alone until it is closed, so that no answer is lost between pages. Scripts
 * cannot read it, and other sites cannot send it along.
 */
export function buyerCookie(buyer: Buyer, { root, base }: { root: string; base: string }): string {
  const value = Buffer.from(JSON.stringify(buyer)).toString('base64url')
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${base}/checkout; HttpOnly; SameSite=Lax${secure}`
}

/** Empty fields when nothing is kept. */
export function keptBuyer(cookies: Readonly<Record<string, string | undefined>>): Buyer {
  try {
    const text = Buffer.from(cookies[cookieName] ?? '', 'base64url').toString('utf8')
    const kept = JSON.parse(text) as unknown
    return sentBuyer(typeof kept === 'object' && kept !== null ? { ...kept } : {})
  } catch {
    return sentBuyer({})
  }
}
