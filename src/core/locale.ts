/** The languages of pages and mails; every sentence for buyers exists in each. */
export const locales = ['en', 'de', 'nb', 'fr', 'es'] as const

export type Locale = (typeof locales)[number]

const languages: Readonly<Record<string, Locale>> = {
  en: 'en',
  de: 'de',
  nb: 'nb',
  nn: 'nb',
  no: 'nb',
  fr: 'fr',
  es: 'es',
}

/** Our language for the tag of a browser or a person (`de-AT`, `no`); undefined for another language. */
export function localeNamed(name: string): Locale | undefined {
  const [language = ''] = name.trim().toLowerCase().split('-')
  return languages[language]
}

/**
 * The first of our languages in an `Accept-Language` header, by preference; undefined when there is none. Other
 * languages in it are ignored: for Finnish and then German the result is German.
 */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  if (header === undefined || header.length > 1000) return undefined
  const wanted = header.split(',').flatMap((part, index) => {
    const [name = '', ...rest] = part.split(';')
    const weight = rest.map(item => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(item)?.[1]).find(Boolean)
    const locale = localeNamed(name)
    const quality = weight === undefined ? 1 : Number(weight)
    return locale && quality > 0 ? [{ locale, quality, index }] : []
  })
  return wanted.sort((a, b) => b.quality - a.quality || a.index - b.index)[0]?.locale
}
