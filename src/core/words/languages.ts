import { acceptedLocale, type Locale, locales } from '../locale.ts'

/**
 * Languages for tests of pages: English with accents and two fifths longer, and the same from right to left. A
 * sentence that stays plain English is missing from the catalogue.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const
export type Language = Locale | (typeof pseudoLanguages)[number]

/** The name of a language in that language. */
export const nameOf: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  nb: 'Norsk bokmål',
  fr: 'Français',
  es: 'Español',
}

/** Languages as social networks write them, with a country (https://ogp.me: `language_TERRITORY`). */
export const networkLocaleOf: Readonly<Partial<Record<Language, string>>> = {
  en: 'en_US',
  de: 'de_DE',
  nb: 'nb_NO',
  fr: 'fr_FR',
  es: 'es_ES',
}

export const directionOf = (language: Language) => (language === 'ar-XB' ? 'rtl' : 'ltr')

/** The sources of the language, the strongest first. */
export type Wishes = {
  /** The value of `?lang=`. */
  chosen: unknown
  cookie: string | undefined
  /** The header `Accept-Language`. */
  accept: string | undefined
  fallback: Language
  /** Whether the pseudo-languages are available. */
  pseudo: boolean
}

/**
 * The language of a page: the requested one, else that of the last visit, else the browser's, else the site's
 * (contract.md 24.3).
 */
export function languageFor({ chosen, cookie, accept, fallback, pseudo }: Wishes): Language {
  return languageNamed(chosen, pseudo) ?? languageNamed(cookie, pseudo) ?? best(accept) ?? fallback
}

/** A language by its tag; undefined for a language that we do not have. */
export function languageNamed(tag: unknown, pseudo: boolean): Language | undefined {
  const languages: readonly Language[] = pseudo ? [...locales, ...pseudoLanguages] : locales
  return languages.find(language => language === tag)
}

const remembered = new Map<string, Locale | undefined>()
const rememberedMost = 1000

/**
 * The first language in `Accept-Language` that we have. Results are remembered, because every page needs this and
 * browsers send the same few values.
 */
function best(accept = ''): Locale | undefined {
  if (remembered.has(accept)) return remembered.get(accept)
  const accepted = acceptedLocale(accept)
  if (remembered.size < rememberedMost) remembered.set(accept, accepted)
  return accepted
}
