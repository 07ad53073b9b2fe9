/**
 * Searches among 100,000 coming events, over HTTP, one after the other and each phrase once: on the page of events and
 * in the interface. The words of titles and texts follow Zipf's law, and so do those asked for.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { searchTextOf } from '../src/catalogue/events/event-columns.ts'
import { pseudoRandom } from './buying.ts'
import { type Server, startServer } from './server.ts'

const eventCount = 100_000
const phrasesEach = 100
const decisions = path.resolve(import.meta.dirname, '../docs/decisions')
const ideographs = '音楽祭東京大阪夜市花火春夏秋冬展示会演劇映画料理茶道書道写真工房'

export type Searched = { name: string; phrases: number; p50: number; p95: number; most: number }

/** Fills an empty PostgreSQL database and measures; milliseconds. */
export async function measureSearch(databaseUrl: string): Promise<Searched[]> {
  const server = await startServer({ DATABASE_URL: databaseUrl })
  try {
    const chance = pseudoRandom(7)
    const vocabulary = readVocabulary()
    await fill(databaseUrl, vocabulary, chance)
    const groups = phraseGroups(vocabulary, chance)
    for (const address of Object.values(addresses)) await ask(server, address, warmUps)
    const measured: Searched[] = []
    for (const [where, address] of Object.entries(addresses)) {
      for (const [name, phrases] of Object.entries(groups)) {
        measured.push({ name: `${name}, ${where}`, ...(await ask(server, address, phrases)) })
      }
    }
    return measured
  } finally {
    await server.stop()
  }
}

/** The first requests of a service take longer; these words are asked for by nobody else. */
const warmUps = Array.from({ length: 20 }, (_, index) => `warm ${index}`)

const addresses = {
  page: '/events/?search=',
  interface: '/svc/events/v1/events?per_page=10&search=',
}

type Chance = () => number

type Vocabulary = { words: string[]; pick(chance: Chance): string }

/** The English words of our decision records, the most frequent first, and one with an accent among them. */
function readVocabulary(): Vocabulary {
  const uses = new Map<string, number>()
  for (const file of readdirSync(decisions)) {
    const text = readFileSync(path.join(decisions, file), 'utf8').toLowerCase()
    for (const word of text.match(/\b[a-z]{3,14}\b/g) ?? []) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  const byUse = [...uses].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
  const words = byUse.toSpliced(40, 0, 'café')
  let sum = 0
  const sums = words.map((_, rank) => (sum += 1 / (rank + 3)))
  return {
    words,
    pick: chance => {
      const wanted = chance() * sum
      let low = 0
      let high = sums.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sums[middle] ?? 0) < wanted) low = middle + 1
        else high = middle
      }
      return words[low] ?? ''
    },
  }
}

const ideographsOf = (length: number, chance: Chance) =>
  Array.from({ length }, () => ideographs[Math.floor(chance() * ideographs.length)]).join('')

/** Coming events, each with a title of four words and a text of sixty; every twentieth is Japanese. */
async function fill(databaseUrl: string, vocabulary: Vocabulary, chance: Chance) {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const say = (count: number) =>
      Array.from({ length: count }, () => vocabulary.pick(chance)).join(' ')
    for (let from = 0; from < eventCount; from += 5000) {
      const rows = Array.from({ length: 5000 }, (_, index) => {
        const number = from + index
        const isJapanese = number % 20 === 0
        const title = `${isJapanese ? ideographsOf(6, chance) : say(4)} ${number}`
        const description = `<p>${isJapanese ? ideographsOf(60, chance) : say(60)}</p>`
        const searched = searchTextOf({ title, description })
        return { number, title, description, searched, day: (number * 7919) % 700 }
      })
      await client.query(insertEvents, [JSON.stringify(rows)])
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const insertEvents = `
  insert into events (author_id, status, title, description, slug, timezone, start_local, end_local,
    starts_at, ends_at, published_local, published_at, search_text)
  select (select min(id) from users), 'publish', title, description, 'event-' || number, 'UTC',
    at, at + interval '2 hours', at at time zone 'UTC', at at time zone 'UTC' + interval '2 hours',
    timestamp '2020-01-01', timestamptz '2020-01-01Z', searched
  from jsonb_to_recordset($1::jsonb) as made (number int, title text, description text, searched text, day int),
    lateral (select date_trunc('hour', now() at time zone 'UTC') + interval '1 day' + day * interval '1 day' as at) d`

function phraseGroups(vocabulary: Vocabulary, chance: Chance): Record<string, string[]> {
  const some = (make: (index: number) => string) =>
    Array.from({ length: phrasesEach }, (_, index) => make(index))
  const rare = vocabulary.words.slice(-phrasesEach * 5)
  return {
    'one word': some(() => vocabulary.pick(chance)),
    'two words': some(() => `${vocabulary.pick(chance)} ${vocabulary.pick(chance)}`),
    'three letters of a word': some(() => vocabulary.pick(chance).slice(0, 3)),
    'a rare word': some(index => rare[index * 5] ?? ''),
    'an accent': ['cafe', 'Café', 'CAFE', 'cafés', 'café night', 'a cafe'],
    'one to four ideographs': some(index => ideographsOf(1 + (index % 4), chance)),
  }
}

async function ask(server: Server, address: string, phrases: readonly string[]) {
  const times: number[] = []
  for (const phrase of new Set(phrases)) {
    const began = performance.now()
    const answer = await fetch(server.base + address + encodeURIComponent(phrase))
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`A search for ${phrase} was answered with ${answer.status}.`)
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { phrases: sorted.length, p50: at(0.5), p95: at(0.95), most: at(1) }
}
