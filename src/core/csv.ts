/**
 * The members of a list as clients send one (contract.md 2.5): an array, a single number, or text that is decoded once
 * more and split at commas. Blanks around members and empty members are dropped; plain whole numbers become numbers
 * (`"12"` → 12, but `"007"` stays text). Members of an array are not split. Undefined when a member is neither text nor
 * number.
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
    // A percent sign that encodes nothing is a percent sign.
    return text
  }
}

function cast(text: string): string | number {
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}
