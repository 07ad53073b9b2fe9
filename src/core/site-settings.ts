import type { Locale } from './locale.ts'

export type Logo = { readonly extension: 'svg' | 'png' | 'webp'; readonly content: Buffer }

/** What a site says of itself on pages, in mails and on paper. Times and money are not among it. */
export type SiteSettings = {
  readonly name: string
  /** Colour of buttons and links as `#rrggbb`; empty for ours. */
  readonly accent: string
  /** The logo; undefined without one. */
  readonly logo: Logo | undefined
  /** Who sells: name, address and what the law asks for, in lines; empty where the organizers of the events say it. */
  readonly seller: string
  /** For people who ask for none of our languages. */
  readonly language: Locale
  /** Address that mails come from; empty for `tickets@` and the host of the site. */
  readonly sender: string
  /** Address of the terms of sale, which buyers have to accept; empty without terms. */
  readonly termsUrl: string
  /** Names the text at `termsUrl` that is in force. */
  readonly termsVersion: string
  /** Addresses of the imprint and the privacy policy, which every page links; empty without one. */
  readonly imprintUrl: string
  readonly privacyUrl: string
  /** Days after the last event of an order until its people are erased; 0 for never. */
  readonly retentionDays: number
  /** What the QR picture of a ticket has (contract.md 14.2). */
  readonly qrContent: 'plain' | 'signed' | 'short'
  /** The country where the seller is taxed, as two capital letters; empty where nobody said. */
  readonly sellerCountry: string
  /** Whether the desk takes cash. */
  readonly deskCash: 'on' | 'off'
  /** Whether everybody who may give money back or let others in needs a second factor. */
  readonly secondFactor: 'optional' | 'required'
}
