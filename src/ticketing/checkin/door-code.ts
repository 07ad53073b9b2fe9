/**
 * The code of a ticket that people read out and type at a door (contract.md 34.7). Pure, because the page of the door has it too;
 * `new_door_code` in the database draws them.
 */

/** Letters that nobody takes for another one or for a digit; their number is a prime, on which the check rests. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 8

/** What people type for a letter that looks like it. */
const lookAlikes: Readonly<Record<string, string>> = { '8': 'B', '5': 'S', '2': 'Z', '6': 'G' }

/** Whether a text has the form of a door code: four and four letters, apart or not, right or not. */
export const looksLikeDoorCode = (text: string): boolean =>
  /^[a-z0-9]{4}[\s-]?[a-z0-9]{4}$/i.test(text.trim())

/**
 * The code that was typed, in capitals; undefined when its last letter does not fit the others. One wrong letter, and two that
 * changed places, are always found.
 */
export function readDoorCode(text: string): string | undefined {
  if (!looksLikeDoorCode(text)) return undefined
  const typed = text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/\d/g, digit => lookAlikes[digit] ?? digit)
  const values = Array.from(typed, letter => letters.indexOf(letter))
  const sum = values.reduce((total, value, at) => total + (at + 1) * value, 0)
  const isRight = values.length === length && !values.includes(-1) && sum % letters.length === 0
  return isRight ? typed : undefined
}

/** A code as people read it: in two groups. */
export const inGroups = (code: string): string =>
  code === '' ? '' : `${code.slice(0, length / 2)} ${code.slice(length / 2)}`

/** What the list of a phone has instead of a door code is made of this. */
export const doorCodeText = (eventId: number, code: string): string => `door|${eventId}|${code}`
