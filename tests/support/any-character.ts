import fc from 'fast-check'

/**
 * Any code point, unpaired surrogates too, as a unit of strings. fast-check's own (`unit: 'binary'`) is the
 * same but builds a list of them all first, which takes a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map(point => String.fromCodePoint(point))
