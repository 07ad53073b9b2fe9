/**
 * A function that remembers its results for the last `most` different texts. For results that depend on the text alone and that
 * nobody changes.
 */
export function remember<Result>(
  most: number,
  make: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>()
  return text => {
    const result = results.has(text) ? (results.get(text) as Result) : make(text)
    // The least recently asked text is the first of the map.
    results.delete(text)
    results.set(text, result)
    if (results.size > most) results.delete(results.keys().next().value as string)
    return result
  }
}
