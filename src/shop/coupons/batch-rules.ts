/** The most codes of one request. */
export const codesMost = 1000

/** Letters and digits that are not taken for one another in print or on the phone: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
export const codeLetters = '34679ACDEFGHJKMNPQRTUVWXY'

const randomLetters = 8

/**
 * A code: the prefix and eight random letters. `random(n)` is a whole number from 0 to below n. There are 25⁸, about 150 thousand
 * million, for each prefix.
 */
export function randomCode(prefix: string, random: (below: number) => number): string {
  const letters = Array.from(
    { length: randomLetters },
    () => codeLetters[random(codeLetters.length)] ?? '',
  )
  return prefix + letters.join('')
}

/** A line of a list of codes, with the number of the line in its file. */
export type CodeLine = { readonly line: number; readonly code: string; readonly name: string }

export type RefusedLine = { readonly line: number; readonly code: string; readonly reason: string }

const longest = 200

/** Which lines of a list become codes, and why the others do not. `taken`: codes that exist, in lower case. */
export function judgeLines(
  lines: readonly CodeLine[],
  taken: ReadonlySet<string>,
): { good: CodeLine[]; refused: RefusedLine[] } {
  const before = new Map<string, number>()
  const good: CodeLine[] = []
  const refused: RefusedLine[] = []
  for (const each of lines) {
    const { line, code } = each
    const key = code.toLowerCase()
    const reason = problemOf(each) ?? problemOfKey(key, { before, taken })
    if (reason === undefined) {
      good.push(each)
      before.set(key, line)
    } else {
      refused.push({ line, code, reason })
    }
  }
  return { good, refused }
}

function problemOf({ code, name }: CodeLine): string | undefined {
  if (code === '') return 'It has no code.'
  if (code.length > longest) return `The code is longer than ${longest} letters.`
  return name.length > longest ? `The name is longer than ${longest} letters.` : undefined
}

type Others = { before: ReadonlyMap<string, number>; taken: ReadonlySet<string> }

function problemOfKey(key: string, { before, taken }: Others): string | undefined {
  if (taken.has(key)) return 'There is a coupon with this code already.'
  return before.has(key) ? `Line ${before.get(key)} has the same code.` : undefined
}
