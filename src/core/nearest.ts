/**
 * The known name that a misspelt one most likely means: it differs by a letter or two, or one is a part of the other
 * (`event_id`, `event`). Undefined when none is similar.
 */
export function nearest(misspelt: string, names: readonly string[]): string | undefined {
  const name = misspelt.slice(0, longest).toLowerCase()
  return nearby(misspelt, names) ?? names.find(word => holds(name, word.toLowerCase()))
}

/** The known name that differs from this one by a letter or two. */
export function nearby(misspelt: string, names: readonly string[]): string | undefined {
  const name = misspelt.slice(0, longest).toLowerCase()
  const most = name.length < 5 ? 1 : 2
  const scored = names
    .filter(word => Math.abs(word.length - name.length) <= most)
    .map(word => ({ word, apart: distance(name, word.toLowerCase()) }))
  const [best] = scored.toSorted((a, b) => a.apart - b.apart)
  return best && best.apart <= most ? best.word : undefined
}

const longest = 60

/** Whether one name is the other with a word before or after it. */
const holds = (one: string, other: string) =>
  other.length >= 3 && (isPart(one, other) || isPart(other, one))
const isPart = (whole: string, part: string) =>
  whole.startsWith(`${part}_`) || whole.endsWith(`_${part}`)

/** How many letters must be inserted, removed or replaced to turn one text into the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const same = letter === other[column - 1] ? 0 : 1
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + same,
        ),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}
