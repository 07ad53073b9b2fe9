import { createHash } from 'node:crypto'

/** How a page may be kept: the same for everybody, the same in frames of other sites, personal, or a payment page. */
export type PageKind = 'public' | 'embedded' | 'personal' | 'payment'

/** The payment provider whose script a payment page loads. */
export type Provider = 'stripe' | 'paypal'

type Hosts = { scripts: string; frames: string; requests: string }

const stripe = 'https://js.stripe.com https://*.js.stripe.com'
const paypal = 'https://*.paypal.com https://*.paypalobjects.com'

/**
 * The hosts that the providers' documentation lists for their scripts: docs.stripe.com/security/guide and
 * developer.paypal.com/sdk/js/best-practices, without Venmo, which is not offered.
 */
const hostsOf: Readonly<Record<Provider, Hosts>> = {
  stripe: {
    scripts: stripe,
    frames: `${stripe} https://hooks.stripe.com`,
    requests: 'https://api.stripe.com',
  },
  paypal: { scripts: paypal, frames: paypal, requests: paypal },
}

const everywhere = ["default-src 'self'", "object-src 'none'", "base-uri 'none'"]
const always = [...everywhere, "frame-ancestors 'self'"]

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const plain = (style: string | undefined) => [
  `style-src ${style === undefined ? "'self'" : hashOf(style)}`,
  "img-src 'self' data: https:",
  "form-action 'self'",
]

/**
 * The content security policy of a page (contract.md 24.4). Public pages have no nonce, so that they are the same
 * byte by byte. Styles are those inside the page, by their hash; scripts are our own, by hash on public pages and by
 * nonce on others, and a page without any allows none. Only a payment page that loads a provider's script allows scripts, frames and requests of that provider.
 */
export function policyOf(
  kind: PageKind,
  { nonce, style, scripts, provider, embedOrigins = [] }: Allowed,
): string {
  if (kind === 'payment' && provider)
    return [...always, ...paying(nonce, hostsOf[provider])].join(';')
  const isForAll = kind === 'public' || kind === 'embedded'
  const allowed = isForAll ? scripts.map(hashOf).join(' ') : `'nonce-${nonce}'`
  const own = scripts.length > 0 ? allowed : "'none'"
  const around =
    kind === 'embedded'
      ? [...everywhere, `frame-ancestors ${embedOrigins.join(' ') || "'none'"}`]
      : always
  return [...around, ...plain(style), `script-src ${own}`].join(';')
}

type Allowed = {
  nonce: string
  /** The style sheet inside the page; a page without one has a file of ours. */
  style?: string
  /** The scripts of the page; those inside a public page as they stand there. */
  scripts: readonly string[]
  provider?: Provider | undefined
  /** The sites in whose frames embedded pages are shown. */
  embedOrigins?: readonly string[]
}

const paying = (nonce: string, { scripts, frames, requests }: Hosts) => [
  // Both providers set styles on their own elements in our page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "form-action 'self'",
  `script-src 'nonce-${nonce}' ${scripts}`,
  `frame-src ${frames}`,
  `connect-src 'self' ${requests}`,
]
