import { normalizeForSearch } from '../../core/text.ts'

/** A place as a door list has it. */
export type ListedPlace = {
  readonly id: number
  readonly name: string
  readonly ticket: string
  readonly orderId: number | null
  /** Whoever bought it; the holder where nobody did. */
  readonly buyer: string
  /** What the whole order still costs, in minor units; null of a place that admits. */
  readonly owedMinor: number | null
  readonly currency: string
  readonly cameInAt: Date | null
}

/** People who came together, under the name by which they are looked up. */
export type Party = {
  readonly name: string
  readonly orderId: number | null
  readonly places: readonly ListedPlace[]
  readonly owedMinor: number | null
  readonly currency: string
}

/** A line on paper: a place with its box, the head of an order, or where somebody is found who has another name. */
export type DoorLine =
  | {
      readonly kind: 'place'
      readonly place: ListedPlace
      readonly party: Party
      readonly isAlone: boolean
    }
  | { readonly kind: 'head'; readonly party: Party }
  | { readonly kind: 'see'; readonly name: string; readonly party: Party }

export type DoorSheet = {
  /** Which of the ten large letters in the margin is marked. */
  readonly tab: number
  readonly from: string
  readonly to: string
  readonly lines: readonly DoorLine[]
}

/** Ten groups of letters, marked in the margin so that the right sheet is found by its edge. */
export const tabs = ['AB', 'CD', 'EF', 'GH', 'IJK', 'LM', 'NOP', 'QR', 'ST', 'U–Z'] as const
const tabEnds = 'bdfhkmprt'

/** Last name first: `Quill, Orla`. A name that was written so, or has one word, stays. */
export function lastNameFirst(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  return words.length < 2 || name.includes(',')
    ? words.join(' ')
    : `${last}, ${words.slice(0, -1).join(' ')}`
}

const sortedBy = (name: string) => normalizeForSearch(lastNameFirst(name))
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The places by order, by the last names of their buyers. */
export function partiesOf(places: readonly ListedPlace[]): Party[] {
  const groups = new Map<string, ListedPlace[]>()
  for (const place of places) {
    const key = place.orderId === null ? `place ${place.id}` : `order ${place.orderId}`
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  const parties = [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const owed = group.find(({ owedMinor }) => owedMinor !== null)
    return {
      name: group.length === 1 ? first.name : first.buyer,
      orderId: first.orderId,
      places: group.toSorted((one, other) => one.id - other.id),
      owedMinor: owed?.owedMinor ?? null,
      currency: first.currency,
    }
  })
  return parties.toSorted((one, other) => byText(keyOf(one), keyOf(other)))
}

const keyOf = ({ name, places }: Party) => `${sortedBy(name)}|${places[0]?.id ?? 0}`

/**
 * The sheets of a printed list: an order stands together, also where a sheet ends, and whoever has another last name than the
 * buyer is found under that name too.
 */
export function sheetsOf(parties: readonly Party[], linesMost: number): DoorSheet[] {
  const blocks = [...parties.map(blockOf), ...parties.flatMap(referencesOf)].toSorted(
    (one, other) => byText(one.key, other.key),
  )
  const sheets: { key: string; lines: DoorLine[] }[] = []
  for (const { key, lines } of blocks) {
    for (let at = 0; at < lines.length; at += linesMost) {
      const part = lines.slice(at, at + linesMost)
      const last = sheets.at(-1)
      if (last && last.lines.length + part.length <= linesMost) last.lines.push(...part)
      else sheets.push({ key, lines: part })
    }
  }
  return sheets.map(({ key, lines }) => ({
    tab: tabOf(key),
    from: nameOf(lines[0]),
    to: nameOf(lines.at(-1)),
    lines,
  }))
}

const blockOf = (party: Party) => ({ key: keyOf(party), lines: linesOf(party) })

function linesOf(party: Party): DoorLine[] {
  const isAlone = party.places.length === 1
  const places = party.places.map(place => ({ kind: 'place' as const, place, party, isAlone }))
  return isAlone ? places : [{ kind: 'head', party }, ...places]
}

function referencesOf(party: Party) {
  if (party.places.length === 1) return []
  const lastOf = (name: string) => sortedBy(name).split(/[\s,]/)[0]
  const others = party.places.filter(({ name }) => lastOf(name) !== lastOf(party.name))
  return others.map(({ name, id }) => ({
    key: `${sortedBy(name)}|${id}`,
    lines: [{ kind: 'see' as const, name, party }],
  }))
}

function tabOf(key: string): number {
  const letter = key[0] ?? ''
  const at = Array.from(tabEnds).findIndex(end => letter <= end)
  return at === -1 ? tabs.length - 1 : at
}

function nameOf(line: DoorLine | undefined): string {
  if (!line) return ''
  if (line.kind === 'see') return lastNameFirst(line.name)
  return lastNameFirst(line.kind === 'head' ? line.party.name : line.place.name)
}

/** Those who are meant by words that somebody says: parts of names, or the number of an order. */
export function partiesWith(parties: readonly Party[], search: string): Party[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean)
  const isMeant = ({ name, orderId, places }: Party) => {
    const text = normalizeForSearch([name, ...places.map(place => place.name)].join(' '))
    return words.every(word => text.includes(word) || word === String(orderId))
  }
  return parties.filter(isMeant)
}
