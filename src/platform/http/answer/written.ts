import { randomUUID } from 'node:crypto'

/** Stands for JSON text in an answer that is being written. No client can know it. */
const mark = `written ${randomUUID()}`
const quotedMark = `"${mark}"`

/** The texts of the answer that is being written; undefined between answers. */
let texts: string[] | undefined

/**
 * A part of an answer that is JSON text already, so that it is not written again each time. Any other use of
 * `JSON.stringify` gets its value.
 */
class Written {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  toJSON(): unknown {
    if (texts === undefined) return JSON.parse(this.json)
    texts.push(this.json)
    return mark
  }
}

/** A value of an answer whose JSON text is known; it can only be sent. */
export const written = (json: string): unknown => new Written(json)

/** The value as JSON, in which `written` parts are not written again. */
export function jsonText(value: unknown): string {
  const collected: string[] = []
  texts = collected
  try {
    const text = JSON.stringify(value)
    if (collected.length === 0) return text
    const [first = '', ...rest] = text.split(quotedMark)
    return rest.reduce((whole, part, at) => whole + collected[at] + part, first)
  } finally {
    texts = undefined
  }
}
