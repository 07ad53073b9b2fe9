/** How a page may be kept: the same for everybody, personal, or a payment page. */
export type PageKind = 'public' | 'personal' | 'payment'

const stripe = 'https://js.stripe.com https://*.js.stripe.com'

const always = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
]
const plain = ["style-src 'self'", "img-src 'self' data: https:", "form-action 'self'"]

/**
 * The content security policy of a page (contract.md 24.4). Public pages have no nonce, so that they are the same
 * byte by byte. Scripts are our own files, and a page without any allows none. Only the payment step allows scripts
 * and frames of the card processor. The wallet's page is a link and needs none.
 */
export function policyOf(
  kind: PageKind,
  { nonce, hasScripts }: { nonce: string; hasScripts: boolean },
): string {
  if (!hasScripts && kind !== 'payment') return [...always, ...plain, "script-src 'none'"].join(';')
  switch (kind) {
    case 'public':
      return [...always, ...plain, "script-src 'self'"].join(';')
    case 'personal':
      return [...always, ...plain, `script-src 'nonce-${nonce}'`].join(';')
    case 'payment':
      return [
        ...always,
        // Stripe sets styles on its own elements in our page.
        "style-src 'self' 'unsafe-inline'",
        `img-src 'self' data: https:`,
        "form-action 'self'",
        `script-src 'nonce-${nonce}' ${stripe}`,
        `frame-src ${stripe} https://hooks.stripe.com`,
        "connect-src 'self' https://api.stripe.com",
      ].join(';')
    default:
      return kind satisfies never
  }
}
