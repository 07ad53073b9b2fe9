import { acceptedLocale, type Locale, locales } from '../../core/locale.ts'

/**
 * Languages for tests of pages: English with accents and two fifths longer, and the same written from right to left. A
 * sentence that stays plain in them is missing from the catalogue.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const
export type Language = Locale | (typeof pseudoLanguages)[number]

/** How a language calls itself. */
export const nameOf: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  nb: 'Norsk bokmål',
  fr: 'Français',
  es: 'Español',
}

export const directionOf = (language: Language) => (language === 'ar-XB' ? 'rtl' : 'ltr')

/** Where the language comes from, the strongest first. */
export type Wishes = {
  /** `?lang=`, as it was sent. */
  asked: unknown
  cookie: string | undefined
  /** `Accept-Language`. */
  accept: string | undefined
  fallback: Language
  /** Whether the pseudo-languages may be asked for. */
  pseudo: boolean
}

/** The language of a page: the asked one, else that of the last visit, else of the browser, else of the site (contract.md 24.3). */
export function languageFor({ asked, cookie, accept, fallback, pseudo }: Wishes): Language {
  return languageNamed(asked, pseudo) ?? languageNamed(cookie, pseudo) ?? best(accept) ?? fallback
}

/** A language by its tag; undefined for what is none of ours. */
export function languageNamed(tag: unknown, pseudo: boolean): Language | undefined {
  const known: readonly Language[] = pseudo ? [...locales, ...pseudoLanguages] : locales
  return known.find(language => language === tag)
}

const remembered = new Map<string, Locale | undefined>()
const rememberedMost = 1000

/** The first of ours among what a browser wants. Every request for a page asks this, and browsers ask alike. */
function best(accept = ''): Locale | undefined {
  if (remembered.has(accept)) return remembered.get(accept)
  const found = acceptedLocale(accept)
  if (remembered.size < rememberedMost) remembered.set(accept, found)
  return found
}
