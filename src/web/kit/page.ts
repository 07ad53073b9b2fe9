import type { ComponentChildren } from 'preact'
import type { Followed, Source } from '../discovery.ts'
import type { Provider } from './policy.ts'

/** A page as its handler returns it. */
export type Page = {
  /** The title, without the name of the site, which is added. */
  readonly title: string
  readonly body: ComponentChildren
  /** One or two sentences of plain text, for search engines and link previews. */
  readonly description?: string | undefined
  readonly status?: number
  /** The path and query for search engines; without one the page is `noindex`. */
  readonly canonical?: string | undefined
  /** The pages before and after in a list, as paths and queries. */
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** The absolute address of a picture for link previews. */
  readonly picture?: { url: string; width: number; height: number } | undefined
  /** JSON-LD about the record; its texts are `embeddable`. */
  readonly linkedData?: object | undefined
  /** A form whose entries the language links send first, by its id and its address, so that nothing typed is lost. */
  readonly keeps?: { readonly form: string; readonly address: string }
  /** The names of scripts of web/islands that the page uses. */
  readonly islands?: readonly string[]
  /** The provider whose script a payment page loads. */
  readonly provider?: Provider | undefined
  /** The API records that the page shows (contract.md 12.7). */
  readonly source?: Source
  /** What a reader's calendar or feed reader is offered; without it all events. */
  readonly followed?: Followed
  /**
   * Set on a personal page that is sent compressed: one whose address names its only secret. On other personal pages the
   * compressed size would tell something about secrets beside what a visitor sent.
   */
  readonly isCompressed?: boolean
  /** Set on a page that stands in a frame of another site: it has no frame of ours, and its links open new tabs. */
  readonly isEmbedded?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** A file that an address of the pages sends: a kept mail, one of its attachments. */
export type SentFile = {
  readonly content: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A redirect after a form, or to another address. */
export type Redirect = {
  /** Path and query below the site's root. */
  readonly to: string
  /** 303 after a form; 301 for an address that changed for good, and 308 for a form that was sent there. */
  readonly status: 301 | 302 | 303 | 308
  /** Stays on the host that the browser is at, even when that is not the public one: its cookie was just set there. */
  readonly staysOnHost?: true
  readonly cookies?: readonly string[]
}

/** What an address sends; undefined when there is no such page. */
export type PageResult = Page | Redirect | SentFile | undefined

export const isPage = (result: PageResult): result is Page =>
  result !== undefined && !('to' in result) && !('content' in result)
