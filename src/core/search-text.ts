import { singleBlanks } from './blanks.ts'

/** Letters that Unicode does not split into letter and accent, with the letters that people type instead. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
}

/**
 * Text in the form used for searching: lower case, no accents on Latin, Greek and Cyrillic letters, plain
 * quotes and dashes, single blanks. Records store it in `search_text` (made from `plainText`, not from HTML).
 * The client's search goes through the same function, so `café`, `CAFE` and `Ｃａｆé` match each other.
 */
export function normalizeForSearch(text: string): string {
  return isPlain.test(text) ? singleBlanks(text.toLowerCase()) : withoutAccents(text)
}

/** Printable ASCII, which has no accents and nothing to compose: most names and addresses of buyers. */
const isPlain = /^[ -~]*$/

function withoutAccents(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF\p{Surrogate}\0]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς‘’“”„«»–—‐‑]/g, character => plainLetters[character] ?? character)
    .normalize('NFC')
  return singleBlanks(plain)
}

/** Words for "and" in our languages, which titles write as `&`. */
const ands = new Set(['and', 'und', 'og', 'et', 'y'])
const firstOfNames = /^[cdjlmnoqst](?=[a-z]{3})/

/**
 * The forms of a word or phrase of a search, which are in search form, one of which a text must contain: `muenchen` also finds
 * München, `obrien` O’Brien, `mcdonalds` McDonald’s, and `and` a title with `&`. Texts are stored in one form, so that those of
 * older releases are found as well.
 */
export function searchForms(term: string): string[] {
  const words = term.split(' ')
  const joined = words.map(word => (ands.has(word) ? '&' : word)).join(' ')
  const spelled =
    words.length > 1 ? words.map(word => (word === '&' ? 'and' : word)).join(' ') : term
  return [
    ...new Set([
      term,
      ...(term === '&' ? [...ands].filter(word => word.length > 2) : [joined, spelled]),
      // Vowels that stand for a letter with two dots or a ring: not those of `queen` or of the end of `blue`.
      term.replace(/(?<![aeoq])(?:[ao]e|ue|aa)(?=[bcdfghjklmnpqrstvwxz])/g, pair => pair.charAt(0)),
      term.replaceAll("'", ''),
      ...(words.length === 1 ? withApostrophe(term) : []),
    ]),
  ].filter(form => form !== '')
}

/** Where names have an apostrophe: behind their first letter, or before the last `s`. */
function withApostrophe(word: string): string[] {
  return [
    ...(firstOfNames.test(word) ? [`${word.charAt(0)}'${word.slice(1)}`] : []),
    ...(/^[a-z]{3,}s$/.test(word) ? [`${word.slice(0, -1)}'s`] : []),
  ]
}

/** A parsed search; every text in it is in search form. */
export type SearchTerms = { words: string[]; phrases: string[]; excluded: string[] }

const longestSearch = 1000
const mostTerms = 32

/**
 * Parses a search: `blue "red ostrich" -green` gives words that must occur, phrases that must occur exactly,
 * and words that must not occur (contract.md 11.7). An unclosed quote reaches to the end. Repeated terms
 * count once. Only the first 1000 characters and 32 terms are used.
 */
export function parseSearch(text: string): SearchTerms {
  const terms = {
    words: new Set<string>(),
    phrases: new Set<string>(),
    excluded: new Set<string>(),
  }
  const searched = normalizeForSearch(text.slice(0, longestSearch))
  let left = mostTerms
  for (const [, minus = '', quoted, word] of searched.matchAll(
    /(-*)(?:"([^"]*)(?:"|$)|([^\s"-][^\s"]*))|-+/g,
  )) {
    const term = (quoted ?? word ?? '').trim()
    if (term === '' || left === 0) continue
    left -= 1
    if (minus !== '') terms.excluded.add(term)
    else (quoted === undefined ? terms.words : terms.phrases).add(term)
  }
  return { words: [...terms.words], phrases: [...terms.phrases], excluded: [...terms.excluded] }
}

const publicTermsMost = 12
const publicExclusionsMost = 4

/**
 * Why a search is too expensive for the public, or undefined. Each word is compared with every remaining
 * record, and each excluded word with all of them. Staff may search for more.
 */
export function searchProblem({ words, phrases, excluded }: SearchTerms): string | undefined {
  if (excluded.length > publicExclusionsMost) {
    return `excludes too many terms: at most ${publicExclusionsMost} words or phrases can be excluded.`
  }
  const terms = words.length + phrases.length + excluded.length
  return terms > publicTermsMost
    ? `has too many terms: at most ${publicTermsMost} words and phrases are allowed.`
    : undefined
}
