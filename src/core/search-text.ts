/** Letters that have no accent to lose and are still typed without it. */
const plainLetters: Readonly<Record<string, string>> = {
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
 * Text as it is searched: lower case, without the accents of Latin, Greek and Cyrillic letters, with plain quotes and
 * dashes, blanks single. Records keep this in `search_text` (of `plainText`, not of HTML); what a client searches for goes
 * through the same, so that `café`, `CAFE` and `Ｃａｆé` are one word.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF\p{Surrogate}\0]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς‘’“”„«»–—‐‑]/g, character => plainLetters[character] ?? character)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What a search asks for; every text is normalised. */
export type SearchTerms = { words: string[]; phrases: string[]; excluded: string[] }

const longestSearch = 1000
const mostTerms = 32

/**
 * `blue "red ostrich" -green` → words that must occur anywhere, phrases that must occur as they are, and what must not
 * occur (contract.md 11.7). A quote that is not closed reaches to the end. Repetitions count once; of very long searches the
 * first 1000 characters and 32 terms count.
 */
export function parseSearch(text: string): SearchTerms {
  const terms = {
    words: new Set<string>(),
    phrases: new Set<string>(),
    excluded: new Set<string>(),
  }
  const searched = normalizeForSearch(text.slice(0, longestSearch))
  let left = mostTerms
  for (const [, minus, quoted, word] of searched.matchAll(
    /(-*)(?:"([^"]*)(?:"|$)|([^\s"-][^\s"]*))/g,
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
 * Why a search is too much to be done for everybody, or undefined: each word is looked for in every event, or name, that
 * the others leave, and each excluded one in all of them. For whoever works here more is allowed.
 */
export function searchProblem({ words, phrases, excluded }: SearchTerms): string | undefined {
  if (excluded.length > publicExclusionsMost) {
    return `excludes too much: at most ${publicExclusionsMost} words or phrases can be excluded.`
  }
  const terms = words.length + phrases.length + excluded.length
  return terms > publicTermsMost
    ? `has too many words: at most ${publicTermsMost} words and phrases are looked for.`
    : undefined
}
