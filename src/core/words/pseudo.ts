import { IntlMessageFormat } from 'intl-messageformat'

type Parsed = ReturnType<IntlMessageFormat['getAst']>

const plain = 'aAcCdDeEgGhHiIkKlLnNoOrRsStTuUyYzZ'
const strange = 'áÁçÇđĐéÉĝĜĥĤíÍķĶľĽñÑóÓŕŔšŠťŤúÚýÝžŽ'

/** A message in a pseudo-language: its text with accents and two fifths longer; parameters stay. */
export const pseudoMessage = (message: string) =>
  changed(new IntlMessageFormat(message, 'en').getAst())

/** Types of elements in a parsed message: 0 is text; 5 and 6 have a text for each case. */
function changed(elements: Parsed): Parsed {
  return elements.map(element => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: changed(option.value) },
      ])
      return { ...element, options: Object.fromEntries(options) as typeof element.options }
    }
    const kind: number = element.type
    const isText = kind === 0 && 'value' in element && typeof element.value === 'string'
    return isText ? { ...element, value: accented(element.value) } : element
  })
}

function accented(text: string): string {
  const letters = text.replace(/[a-z]/gi, letter => strange[plain.indexOf(letter)] ?? letter)
  const more = Math.ceil((text.trim().length * 2) / 5)
  // Like words: no language adds forty letters without a place to break a line.
  const added = '~'.repeat(Math.max(1, more)).replace(/~{12}(?=~)/g, '$& ')
  return text.trim() === '' ? text : letters + added
}
