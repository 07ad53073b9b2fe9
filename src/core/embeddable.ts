/**
 * The same data with every `<` of its texts as an entity, so that a page can put it into a script element as it is: no
 * text ends the element or begins a comment in it. Readers of linked data decode entities.
 */
export function embeddable<T>(data: T): T {
  if (typeof data === 'string') return data.replaceAll('<', '&lt;') as T
  if (Array.isArray(data)) return data.map(embeddable) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, embeddable(value)]),
  ) as T
}
