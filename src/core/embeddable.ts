/**
 * A copy of the data with every `<` in its texts written as an entity. A page can then put it into a script
 * element: no text can end the element or open a comment. Readers of linked data decode entities.
 */
export function embeddable<T>(data: T): T {
  if (typeof data === 'string') return data.replaceAll('<', '&lt;') as T
  if (Array.isArray(data)) return data.map(embeddable) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, embeddable(value)]),
  ) as T
}
