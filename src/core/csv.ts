/**
 * The members of a list parameter (contract.md 2.5). The value is an array, a single number, or a text that
 * is decoded once more and split at commas. Members are trimmed; empty ones are dropped. Plain whole numbers
 * become numbers (`"12"` → 12; `"007"` stays text). Members of an array are not split. Undefined when a
 * member is neither text nor number.
 */
export function parseList(value: unknown): (string | number)[] | undefined {
  const members = Array.isArray(value) ? value : split(value)
  const list: (string | number)[] = []
  for (const member of members) {
    if (member === null || member === undefined) continue
    const item = typeof member === 'string' ? cast(member.trim()) : member
    if (typeof item !== 'string' && !Number.isFinite(item)) return undefined
    if (item !== '') list.push(item)
  }
  return list
}

function split(value: unknown): unknown[] {
  if (typeof value !== 'string') return value === undefined || value === null ? [] : [value]
  return decoded(value).split(',')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that starts no valid encoding is kept as a percent sign.
    return text
  }
}

function cast(text: string): string | number {
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}
