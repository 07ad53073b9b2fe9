import { exactDecimal } from '../../core/money.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { isDayAlone, parseWhen } from '../../core/time.ts'

export type PhraseContext = { readonly zone: string; readonly now: Date; readonly currency: string }

/** What somebody says on the phone, taken apart (contract.md 29.7). */
export type Phrase = {
  /** In search form. */
  readonly words: readonly string[]
  /** The number of an order, place or event, said alone: `12 345`. */
  readonly number: number | undefined
  /** An amount as a decimal, such as `47.50`. */
  readonly amount: string | undefined
  /** YYYY-MM-DD. */
  readonly day: string | undefined
}

const beforeNumbers = new Set(['order', 'number', 'no', 'no.', 'nr', 'nr.', 'ticket', '#'])
const signs = /^(?:€|\$|£|kr|eur|usd|gbp|nok|chf)$/
const wordsMost = 8

export function readPhrase(text: string, context: PhraseContext): Phrase {
  const spoken = normalizeForSearch(text.slice(0, 200)).replace(/([€$£])/g, ' $1 ')
  const all = spoken
    .split(' ')
    .filter(word => word !== '')
    .slice(0, 20)
  const { amount, rest } = takeAmount(all, context)
  const { day, words } = takeDay(rest, amount !== undefined, context)
  const digits = words
    .filter(word => !beforeNumbers.has(word))
    .join('')
    .replace(/^#/, '')
  const isNumber = amount === undefined && day === undefined && /^[1-9]\d{0,14}$/.test(digits)
  return {
    words: words.slice(0, wordsMost),
    number: isNumber ? Number(digits) : undefined,
    amount,
    day,
  }
}

function takeAmount(words: readonly string[], { currency }: PhraseContext) {
  const at = words.findIndex(
    (word, place) =>
      /^\d{1,9}[.,]\d{2}$/.test(word) ||
      (/^\d{1,9}$/.test(word) && (isSign(words[place - 1]) || isSign(words[place + 1]))),
  )
  const decimal = exactDecimal((words[at] ?? '').replace(',', '.'), currency)
  if (decimal === undefined) return { amount: undefined, rest: words }
  const rest = words.filter(
    (word, place) => place !== at && !(Math.abs(place - at) === 1 && isSign(word)),
  )
  return { amount: (words[at] ?? '').replace(',', '.'), rest }
}

const isSign = (word: string | undefined) => word !== undefined && signs.test(word)

/** A day is what is left when nothing else was said, or stands beside an amount: `May` and `Tuesday` are names too. */
function takeDay(words: readonly string[], hasAmount: boolean, { zone, now }: PhraseContext) {
  for (let length = Math.min(4, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const said = words.slice(from, from + length).join(' ')
      const others = [...words.slice(0, from), ...words.slice(from + length)].filter(
        word => word !== 'on',
      )
      if (/^\d+$/.test(said) || !isDayAlone(said) || (!hasAmount && others.length > 0)) continue
      const when = parseWhen(said, { zone, now })
      if (when) return { day: when.local.slice(0, 10), words: others }
    }
  }
  return { day: undefined, words }
}

/** Words in which one letter may be wrong, missing or too many, or two swapped: those of five letters and more. */
export const mayBeMisheard = (word: string): boolean =>
  /^[\p{L}\p{N}]+$/u.test(word) && Array.from(word).length >= 5 && Array.from(word).length <= 24

/**
 * Regular expressions of which a text with a word so like this one fulfils one: all letters are as they are, but for two
 * neighbours, for which one to three others may stand.
 */
export function soundingLike(word: string): string[] {
  const letters = Array.from(word)
  return letters.slice(0, -1).map((_, at) => {
    const before = letters.slice(0, at).join('')
    const behind = letters.slice(at + 2).join('')
    return `\\m${before}\\w{1,3}${behind}\\M`
  })
}

/** Whether one letter is wrong, missing or too many, or two neighbours are swapped. */
export function isOneSlip(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)]
  const start = a.findIndex((letter, at) => letter !== b[at])
  const from = start < 0 ? a.length : start
  if (start < 0 && a.length === b.length) return false
  const rest = (letters: readonly string[], skipped: number) =>
    letters.slice(from + skipped).join('')
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 0) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    (a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2))
  )
}

/** The words of these texts that are one slip from the word, the most frequent first. */
export function meantBy(word: string, texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const other of texts.flatMap(text => text.match(/[\p{L}\p{N}]+/gu) ?? [])) {
    if (isOneSlip(word, other)) counts.set(other, (counts.get(other) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([other]) => other)
}

/** How well a text fits: whole words before beginnings of words, and both before parts. */
export function fitOf(words: readonly string[], text: string): number {
  const spoken = ` ${normalizeForSearch(text).replace(/[^\p{L}\p{N}@+']+/gu, ' ')} `
  const fits = words.map(word =>
    spoken.includes(` ${word} `)
      ? 3
      : spoken.includes(` ${word}`)
        ? 2
        : spoken.includes(word)
          ? 1
          : 0,
  )
  return fits.reduce<number>((sum, fit) => sum + fit, 0) / Math.max(1, words.length)
}
