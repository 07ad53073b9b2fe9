import type { ComponentChildren } from 'preact'
import type { Source } from '../discovery.ts'

/** A page as its handler returns it. */
export type Page = {
  /** Without the name of the site, which follows it. */
  readonly title: string
  readonly body: ComponentChildren
  /** For search engines and for whoever is sent the address; one or two sentences of plain text. */
  readonly description?: string | undefined
  readonly status?: number
  /** Path and query under which search engines shall know it; without one they are told to leave it out. */
  readonly canonical?: string | undefined
  /** Neighbours in a list, for search engines: paths and queries. */
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** Absolute address of a picture for whoever is sent the address. */
  readonly picture?: { url: string; width: number; height: number } | undefined
  /** Linked data about what is shown, as JSON-LD; its texts are `embeddable`. */
  readonly linkedData?: object | undefined
  /** Names of the scripts of web/islands that make it more convenient. */
  readonly islands?: readonly string[]
  /** What of the interface it shows (contract.md 12.7). */
  readonly source?: Source
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** Leads on after a form was taken, or to where something lies now. */
export type Redirect = {
  /** Path and query below the site. */
  readonly to: string
  /** 303 after a form; 301 when an address has changed for good. */
  readonly status: 301 | 302 | 303
  readonly cookies?: readonly string[]
}
