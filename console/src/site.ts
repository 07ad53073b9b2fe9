/** What the service says of itself in the page that loads the console. */
export type Site = {
  /** The path of the site, usually empty. */
  readonly base: string
  /** The path of the interface, such as `/svc`. */
  readonly api: string
  readonly name: string
  /** The organiser's colour as `#rrggbb`; empty for the usual one. */
  readonly accent: string
  /** The language in which the site speaks where nobody asks for another. */
  readonly language: string
  readonly currency: string
  /** Decimals of the currency. */
  readonly exponent: number
  readonly zone: string
  /** Whether payments are simulated. */
  readonly sandbox: boolean
  /** The proof that our styles carry. */
  readonly nonce: string
  /** Whether somebody was signed in when the page was loaded. */
  readonly isSignedIn: boolean
}

const element = document.querySelector('#site')

export const site = JSON.parse(element?.textContent ?? '{}') as Site
