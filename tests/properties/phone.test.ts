import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantBuyer } from '../support/plant-buyer.ts'
import { plantEvent } from '../support/plant-event.ts'
import { plantOrders } from '../support/plant-orders.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 5))
const phrases = long ? 200 : 50

const app = await startApp()
const events = [await plantEvent(app), await plantEvent(app)]
const newest = '2026-11-21T11:00:00Z'
await plantOrders(app, { count: long ? 100_000 : 300, events, newest })

/** Names that the many do not have, with amounts and days of their own. */
const names = [
  'Wilhelmine Ågesen',
  'Siobhán O’Shaughnessy',
  'Krzysztof Brzęczyszczykiewicz',
  'Guðrún Þorsteinsdóttir',
  'Jean-Baptiste Levasseur',
  'Oluwaseun Adeyemi',
  'Hiroshi Yamamoto',
  'Fatima al-Zahrani',
]
const buyers: (Awaited<ReturnType<typeof plantBuyer>> & { day: string; amount: string })[] = []
for (const [at, name] of names.entries()) {
  const total = 120_07 + at * 101_00
  const day = `2026-11-${String(10 + at)}`
  const email = `anna+x${at}.${'abcdefgh'.charAt(at).repeat(4)}@theatre.example`
  const drawn = { name, email, total, at: `${day}T15:00:00Z`, event: events[at % 2] ?? 0 }
  buyers.push({ ...(await plantBuyer(app, drawn)), day, amount: (total / 100).toFixed(2) })
}
await app.db.transaction().execute(tx => sql`analyze`.execute(tx))

const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('Þ', 'Th')
    .replaceAll('ð', 'd')
    .replaceAll('ę', 'e')

/** One slip in a word of five letters and more: wrong, missing, too many, or two swapped. */
function slipped(word: string, at: number, how: number): string {
  const letters = Array.from(word)
  const place = 1 + (at % (letters.length - 2))
  const [before, one = '', next = ''] = [
    letters.slice(0, place),
    ...letters.slice(place, place + 2),
  ]
  const behind = letters.slice(place + 2)
  const heard = [[one, one, next], [next], ['x', next], [next, one]][how % 4]
  return [...before, ...(heard ?? []), ...behind].join('')
}

const spaced = (id: number) =>
  String(id)
    .replace(/(?=(?:\d{3})+$)/g, ' ')
    .trim()
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** What somebody says on the phone, by kind. */
const ways = {
  'the surname': ({ surname }) => surname,
  'the surname without accents': ({ surname }) => plainOf(surname).toLowerCase(),
  'the whole name in small letters': ({ name }) => name.toLowerCase(),
  'a slip in the surname': ({ surname }, at, how) =>
    slipped(longest(plainOf(surname).toLowerCase()), at, how),
  'the beginning of the address': ({ email }) => email.slice(0, email.indexOf('@') + 1),
  'the whole address': ({ email }) => email.toUpperCase(),
  'the number with blanks': ({ id }) => spaced(id),
  'the number with a word': ({ id }) => `order #${id}`,
  'the code in small letters': ({ code }) => code.toLowerCase(),
  'the amount and the day': ({ amount, day }) => `$${amount} on ${day}`,
  'the amount and the weekday': ({ amount, day }) =>
    day >= '2026-11-15'
      ? `${amount} last ${weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]}`
      : `${amount} ${day}`,
} satisfies Record<string, (buyer: Buyer, at: number, how: number) => string>
type Buyer = (typeof buyers)[number] & { surname: string }

const longest = (text: string) =>
  text.split(/[^\p{L}]+/u).toSorted((one, other) => other.length - one.length)[0] ?? text

const surnameOf = (name: string) => name.split(' ').at(-1) ?? name

test(`a1: ${phrases} phrases of the phone give their order among the first three (SEED=${seed})`, async () => {
  const said = fc.record({
    way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
    buyer: fc.constantFrom(...buyers),
    at: fc.nat(30),
    how: fc.nat(3),
  })
  const tally = new Set<string>()
  await fc.assert(
    fc.asyncProperty(said, async ({ way, buyer, at, how }) => {
      const phrase = ways[way]({ ...buyer, surname: surnameOf(buyer.name) }, at, how)
      const { json } = await app.admin('GET', `/search?q=${encodeURIComponent(phrase)}`, {
        as: 'administrator',
      })
      const first = json.hits
        .slice(0, 3)
        .map(({ kind, id, order }: any) => (kind === 'order' ? id : order))
      expect({ way, phrase, first }).toEqual({
        way,
        phrase,
        first: expect.arrayContaining([buyer.id]),
      })
      tally.add(way)
    }),
    { seed, numRuns: phrases, endOnFailure: true },
  )
  expect([...tally].toSorted()).toEqual(Object.keys(ways).toSorted())
}, 3_600_000)
