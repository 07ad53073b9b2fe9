/** What the script in other sites' pages is told of this site. */
export type EmbeddedSite = {
  /** The public address of the site, without a slash at the end. */
  root: string
  accent: string
  onAccent: string
  language: string
  /** The words of its buttons, by language. */
  words: Readonly<Record<string, { tickets: string; events: string }>>
}
