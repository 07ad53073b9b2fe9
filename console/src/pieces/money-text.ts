/** What a typed amount means: minor units, or why it cannot be read. */
export type ReadAmount = { minor: number } | { problem: string }

const blanks = /[\s\u00a0\u202f'’]/g

/**
 * Reads an amount as people type it ("1.234,50", "1,234.50", "1 234"), in a currency with `exponent` decimals. What can
 * be read in two ways is refused with both readings, never guessed.
 */
export function readAmount(typed: string, exponent: number): ReadAmount {
  const text = typed.replace(blanks, '')
  if (!/^\d+([.,]\d+)*$/.test(text)) return { problem: likeThis(exponent) }
  const groups = text.split(/[.,]/)
  const [first = '', ...others] = groups
  const behind = others.at(-1)
  if (behind === undefined) return amount(first, '', exponent)
  const marks = new Set(text.match(/[.,]/g))
  const asThousands = marks.size === 1 && others.every(isGroup)
  const isAlone = marks.size === 2 || others.length === 1
  const asDecimals = [isAlone, behind.length <= exponent, others.slice(0, -1).every(isGroup)].every(
    Boolean,
  )
  if (asThousands && asDecimals) {
    const readings = `${groups.join('')} or ${first}.${behind}`
    return { problem: `This can mean ${readings}. Write it without a mark for thousands.` }
  }
  if (asThousands) return amount(groups.join(''), '', exponent)
  if (asDecimals) return amount(groups.slice(0, -1).join(''), behind, exponent)
  return { problem: noReading(exponent) }
}

const noReading = (exponent: number) =>
  exponent === 0 ? 'This currency has no decimals.' : likeThis(exponent)

const isGroup = (digits: string) => digits.length === 3

const likeThis = (exponent: number) => `Write an amount such as ${example(exponent)}.`

const example = (exponent: number) => (exponent === 0 ? '1200' : `12.${'5'.padEnd(exponent, '0')}`)

function amount(whole: string, decimals: string, exponent: number): ReadAmount {
  const minor = Number(whole + decimals.padEnd(exponent, '0'))
  return minor <= 1_000_000_000_000 ? { minor } : { problem: 'This is more than we can count.' }
}

/** Minor units as the decimal text that the interface takes, such as `12.50`. */
export function decimalOf(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const at = digits.length - exponent
  const text = exponent === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return minor < 0 ? `-${text}` : text
}
