import type { Locale } from '../locale.ts'
import { german } from './de.ts'
import { type Catalogue, english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { norwegian } from './nb.ts'
import type { ParameterOf } from './parameters.ts'

type English = typeof english

/** The key of a sentence, such as `page.skip`. */
export type MessageKey = keyof English

export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: english,
  de: german,
  nb: norwegian,
  fr: french,
  es: spanish,
}

/** The values of a sentence; none for a sentence without parameters. */
export type ValuesOf<Key extends MessageKey> = [ParameterOf<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<ParameterOf<English[Key]>, string | number>>]

/** The key of a sentence without parameters. */
export type PlainKey = {
  [Key in MessageKey]: [ParameterOf<English[Key]>] extends [never] ? Key : never
}[MessageKey]
