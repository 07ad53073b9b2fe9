/** What a reader found, in the same shape whatever it read. Texts are as they were stored; nothing is decided yet. */
export type SourceSite = {
  readonly reader: 'dump' | 'wxr' | 'rest'
  /** The address of the old site without a slash at its end: it names the source in all runs. */
  readonly home: string
  readonly settings: SourceSettings
  readonly users: readonly SourceUser[]
  readonly terms: readonly SourceTerm[]
  readonly modifiers: readonly SourceModifier[]
  /** The posts of these types in the order of their ids, as often as they are asked for. */
  readonly posts: (...types: string[]) => AsyncIterable<SourcePost>
  readonly left: readonly LeftBehind[]
  /** What this kind of source does not have, in sentences. */
  readonly lacks: readonly string[]
  /** Removes the reader's files. */
  readonly close: () => Promise<void>
}

/** A kind of data that is not taken: a table, an option, a key or a type of post, with the number of rows and why. */
export type LeftBehind = {
  readonly what: 'table' | 'option' | 'key' | 'type' | 'taxonomy' | 'text'
  readonly name: string
  readonly rows: number
  readonly why: string
}

/** Absent members are unknown: only a dump has all of them. */
export type SourceSettings = {
  readonly name?: string
  /** `Europe/London`, or an offset such as `UTC-3.5`. */
  readonly zone?: string
  /** As WordPress names it, such as `de_DE`; empty is American English. */
  readonly language?: string
  readonly currency?: string
  readonly eventsSlug: string
  readonly eventSlug: string
  readonly scannerKey?: string
}

export type SourceUser = {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly name: string
  /** Undefined where the source does not say it. */
  readonly role: string | undefined
  readonly registeredUtc: string
  readonly passwords: readonly SourcePassword[]
}

/** An application password as it is stored there. */
export type SourcePassword = {
  readonly uuid: string
  readonly name: string
  readonly stored: string
  readonly created: number
  readonly lastUsed: number | null
}

export type SourceTerm = {
  readonly id: number
  readonly taxonomy: 'category' | 'tag'
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parentId: number
}

/** A fee or a coupon. */
export type SourceModifier = {
  readonly id: number
  readonly kind: 'fee' | 'coupon'
  readonly subType: string
  readonly amount: string
  readonly slug: string
  readonly name: string
  readonly status: string
  readonly createdLocal: string
  readonly startLocal: string
  readonly endLocal: string
  readonly appliedTo: string
  readonly ticketIds: readonly number[]
  readonly available: string
  readonly uses: string
}

export type SourcePost = {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly authorId: number
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly password: string
  readonly slug: string
  readonly parentId: number
  readonly menuOrder: number
  /** Local time of the site. */
  readonly createdLocal: string
  /** UTC; empty where there is none. */
  readonly createdUtc: string
  readonly modifiedUtc: string
  readonly mime: string
  /** The address of an attachment's file; empty for others and where the source does not say it. */
  readonly address: string
  readonly meta: readonly (readonly [key: string, value: string])[]
  readonly termIds: readonly number[]
}

/** The first value of a key; empty when there is none. */
export const metaOf = (post: SourcePost, key: string): string =>
  post.meta.find(([name]) => name === key)?.[1] ?? ''

/** All values of a key, in their order. */
export const allMeta = (post: SourcePost, key: string): string[] =>
  post.meta.filter(([name]) => name === key).map(([, value]) => value)
