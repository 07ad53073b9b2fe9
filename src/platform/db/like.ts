/** A text within a LIKE pattern: its own `%`, `_` and `\` stand for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for texts that contain this one. */
export const containing = (text: string): string => `%${literally(text)}%`
