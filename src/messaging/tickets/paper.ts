/** A paper of labelled amounts, in parts. */
export type Paper = {
  /** The title of the document; it names no person. */
  title: string
  /** The language of its words, as a BCP 47 tag. */
  lang: string
  heading: string
  about: readonly string[]
  parts: readonly PaperPart[]
  /** Lines for signatures, by what stands below each. */
  lines: readonly string[]
}

export type PaperPart = {
  heading: string
  rows: readonly { label: string; text: string; isSum?: boolean }[]
  notes?: readonly string[]
}
