import transliterate from '@sindresorhus/slugify'

/** Longest slug there is, suffix included, in characters. */
export const slugMaxLength = 200

// Other systems drop "&" where the library writes "and"; links that exist elsewhere keep working.
const options = {
  decamelize: false,
  customReplacements: [['&', ' ']] as [string, string][],
  preserveCharacters: ['_'],
}

/**
 * `Grand Concert` → `grand-concert`: lower-case ASCII letters, digits, dashes and underscores. A title with words in a
 * script that has no such spelling keeps its letters (`夏祭り-2026`). `""` when nothing is left; such a record goes by its
 * id.
 */
export function slugify(title: string): string {
  const text = title.slice(0, 5 * slugMaxLength).normalize('NFKC')
  const isSpellable = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every(
    word => transliterate(word, options) !== '',
  )
  const slug = isSpellable
    ? transliterate(text, options)
    : text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
  return cut(slug.replace(/^-+/, ''), slugMaxLength)
}

/** `base` itself for 1, `base-2`, `base-3`, …; what is too long loses its end to the number. */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base
  const suffix = `-${number}`
  return cut(base, slugMaxLength - suffix.length) + suffix
}

/** At most so many UTF-16 units, never half a character, never ending in a dash. */
export function cut(slug: string, length: number): string {
  return slug
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/-+$/, '')
}
