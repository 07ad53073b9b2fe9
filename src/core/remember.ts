/**
 * A function that remembers its results for the last `most` different texts. For results that depend on the text alone and that
 * nobody changes.
 */
export function remember<Result>(
  most: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return text => {
    const result = known.has(text) ? (known.get(text) as Result) : make(text)
    // The least recently asked text is the first of the map.
    known.delete(text)
    known.set(text, result)
    if (known.size > most) known.delete(known.keys().next().value as string)
    return result
  }
}
