import transliterate from '@sindresorhus/slugify'

/** The longest slug in characters, number suffix included. */
export const slugMaxLength = 200

// The existing system drops "&" where the library would write "and"; its published links must keep working.
const options = {
  decamelize: false,
  customReplacements: [['&', ' ']] as [string, string][],
  preserveCharacters: ['_'],
}

/**
 * `Grand Concert` → `grand-concert`: lower-case ASCII letters, digits, dashes and underscores. Words in a
 * script without a Latin spelling keep their letters (`夏祭り-2026`). `""` when nothing is left; such a record
 * is addressed by its id.
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

/**
 * The n-th candidate for a slug: `base` for 1, then `base-2`, `base-3`, …. A long base is cut to make room
 * for the number.
 */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base
  const suffix = `-${number}`
  return cut(base, slugMaxLength - suffix.length) + suffix
}

/** The text cut to this many UTF-16 units, never inside a character, never ending in a dash. */
export function cut(slug: string, length: number): string {
  return slug
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/(?<!-)-+$/, '')
}
