import { type Caller, can } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { attendeesList } from '../lists/attendees-list.ts'
import { eventsList } from '../lists/events-list.ts'
import type { List, Row } from '../lists/list.ts'
import { ordersList } from '../lists/orders-list.ts'
import { pageOfList, reachOfList, readAddress, type Site } from '../lists/read-list.ts'
import { fitOf, mayBeMisheard, meantBy, type Phrase, readPhrase, soundingLike } from './rules.ts'
import { couponsLike, textsLike } from './store.ts'

export type Hit = {
  readonly kind: 'order' | 'attendee' | 'event' | 'code'
  readonly id: number
  readonly title: string
  readonly detail: string
  /** The order of an attendee. */
  readonly order?: number | undefined
  readonly score: number
}

export const hitsMost = 20
const enough = 3
const variantsMost = 3

type Search = { readonly db: Db; readonly caller: Caller; readonly site: Site }

/**
 * What somebody means by a phrase: orders, attendees, events and codes that the caller may see, the likeliest first. A
 * word of five letters or more may have one slip, where nothing has it as it is.
 */
export async function findRecords(search: Search, text: string): Promise<Hit[]> {
  const phrase = readPhrase(text, search.site)
  const exact = await hitsOf(search, phrase, phrase.words)
  if (exact.length >= enough || phrase.number !== undefined) return ranked(exact)
  const alike = await variantsOf(search.db, phrase.words)
  const further: Hit[] = []
  for (const words of alike) {
    const hits = await hitsOf(search, phrase, words)
    further.push(...hits.map(hit => ({ ...hit, score: hit.score - 1 })))
  }
  return ranked([...exact, ...further])
}

/** The phrase with words that are in our texts instead of those that are not quite. */
async function variantsOf(db: Db, words: readonly string[]): Promise<string[][]> {
  const misheard = words.filter(mayBeMisheard)
  const texts = await textsLike(db, misheard.flatMap(soundingLike))
  return misheard
    .flatMap(word =>
      meantBy(word, texts).map(meant => words.map(one => (one === word ? meant : one))),
    )
    .slice(0, variantsMost)
}

async function hitsOf(search: Search, phrase: Phrase, words: readonly string[]): Promise<Hit[]> {
  const [orders, attendees, events, codes] = await Promise.all([
    ordersMeant(search, phrase, words),
    phrase.amount === undefined ? attendeesMeant(search, words) : [],
    phrase.amount === undefined ? eventsMeant(search, words) : [],
    codesMeant(search, phrase, words),
  ])
  const listed = new Set(orders.map(({ id }) => id))
  return [
    ...orders,
    ...attendees.filter(({ order }) => !listed.has(order ?? 0)),
    ...events,
    ...codes,
  ]
}

async function ordersMeant(
  search: Search,
  phrase: Phrase,
  words: readonly string[],
): Promise<Hit[]> {
  const { amount, day, number } = phrase
  const rows = await rowsOf(search, ordersList, {
    ...searchFor(number === undefined ? words : [String(number)]),
    ...(amount !== undefined && { 'filter.total': amount }),
    ...(day !== undefined && { 'filter.created': day }),
  })
  return rows.map(row => ({
    kind: 'order',
    id: Number(row['number']),
    title: textOf(row, 'who'),
    detail: [textOf(row, 'email'), textOf(row, 'events'), sumOf(row)].filter(Boolean).join(' · '),
    score:
      scoreOf(row, words, { number, text: `${textOf(row, 'who')} ${textOf(row, 'email')}` }) + 1,
  }))
}

async function attendeesMeant(search: Search, words: readonly string[]): Promise<Hit[]> {
  const rows = await rowsOf(search, attendeesList, searchFor(words))
  return rows.map(row => ({
    kind: 'attendee',
    id: Number(row['number']),
    title: textOf(row, 'name'),
    detail: [textOf(row, 'event'), textOf(row, 'ticket')].filter(Boolean).join(' · '),
    order: row['order'] === null ? undefined : Number(row['order']),
    score: scoreOf(row, words, {
      number: numberOf(words),
      text: `${textOf(row, 'name')} ${textOf(row, 'email')}`,
    }),
  }))
}

async function eventsMeant(search: Search, words: readonly string[]): Promise<Hit[]> {
  const rows = await rowsOf(search, eventsList, searchFor(words))
  return rows.map(row => ({
    kind: 'event',
    id: Number(row['number']),
    title: textOf(row, 'title'),
    detail: [textOf(row, 'starts_local'), textOf(row, 'venue')].filter(Boolean).join(' · '),
    score: scoreOf(row, words, { number: numberOf(words), text: textOf(row, 'title') }) + 0.5,
  }))
}

async function codesMeant(
  { db, caller }: Search,
  { amount }: Phrase,
  words: readonly string[],
): Promise<Hit[]> {
  const text = words.join(' ')
  if (!can(caller, 'coupons.write') || text === '' || amount !== undefined) return []
  const coupons = await couponsLike(db, text, hitsMost)
  return coupons.map(({ id, slug, display_name: name }) => ({
    kind: 'code',
    id,
    title: slug,
    detail: name,
    score: slug.toLowerCase() === text ? 9 : fitOf(words, `${slug} ${name}`),
  }))
}

const numberOf = (words: readonly string[]) => (words.length === 1 ? Number(words[0]) : undefined)

type Sought = { number: number | undefined; text: string }

const scoreOf = (row: Row, words: readonly string[], { number, text }: Sought) =>
  row['number'] === number ? 8 : fitOf(words, text)

const textOf = (row: Row, name: string) => String(row[name] ?? '')
const sumOf = (row: Row) =>
  row['total'] === undefined ? '' : `${textOf(row, 'total')} ${textOf(row, 'currency')}`

/** Each word as a phrase, so that one with a minus is none that is left out. */
const searchFor = (words: readonly string[]) =>
  words.length === 0 ? {} : { search: words.map(word => `"${word.replaceAll('"', '')}"`).join(' ') }

const columns: Readonly<Record<string, string>> = {
  orders: 'number,who,email,events,total,currency',
  attendees: 'number,name,email,event,ticket,order',
  events: 'number,title,starts_local,venue',
}

/** The first rows of a list that the caller may see; none where the caller may not narrow it so. */
async function rowsOf(
  { db, caller, site }: Search,
  list: List,
  parameters: Record<string, string>,
) {
  const reach = reachOfList(list.shape, caller)
  if (Object.keys(parameters).length === 0 || (reach !== 'all' && reach.length === 0)) return []
  const isSeen = (name: string) => {
    const right = list.shape.columns[name]?.right
    return (
      right === undefined ||
      can(caller, right) ||
      (reach !== 'all' && reach.some(event => can(caller, right, event)))
    )
  }
  const isAmount = parameters['filter.total'] !== undefined
  const seesAll =
    reach === 'all'
      ? can(caller, 'money.read')
      : reach.every(event => can(caller, 'money.read', event))
  if (isAmount && !seesAll) return []
  const seen = (columns[list.shape.name] ?? '').split(',').filter(isSeen).join(',')
  const reading = readAddress(list, { ...parameters, columns: seen }, { caller, site })
  return (await pageOfList(db, reading, { limit: hitsMost, count: false, goesOn: true })).rows
}

const ranked = (hits: readonly Hit[]) => {
  const once = new Map<string, Hit>()
  for (const hit of hits) {
    const before = once.get(`${hit.kind} ${hit.id}`)
    if (before === undefined || before.score < hit.score) once.set(`${hit.kind} ${hit.id}`, hit)
  }
  return [...once.values()].toSorted((a, b) => b.score - a.score || b.id - a.id).slice(0, hitsMost)
}
