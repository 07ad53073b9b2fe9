import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const titles = ['O’Brien live', 'München leuchtet', 'Rock & Roll', 'Blue Queen', 'Rhythm and Blues']
for (const title of titles) {
  const body = { title, start_date: '2027-03-05 19:00:00', end_date: '2027-03-05 22:00:00' }
  await app.events('POST', '/events', { as, body })
  await app.events('POST', '/organizers', { as, body: { organizer: title } })
}
const found = async (search: string) => {
  const { json } = await app.events('GET', '/events', { query: { search } })
  return json.events.map(({ slug }: { slug: string }) => slug)
}

test.each([
  ['OBrien', 'obrien-live'],
  ["o'brien", 'obrien-live'],
  ['muenchen', 'munchen-leuchtet'],
  ['munchen', 'munchen-leuchtet'],
  ['MÜNCHEN', 'munchen-leuchtet'],
  ['rock and roll', 'rock-roll'],
  ['"rock and roll"', 'rock-roll'],
  ['rhythm & blues', 'rhythm-and-blues'],
])('%s finds %s', async (search, slug) => {
  const slugs = await found(search)
  expect(slugs).toHaveLength(1)
  expect(slugs[0]?.replace('muenchen', 'munchen').replace('o-brien', 'obrien')).toBe(slug)
})

test('a word is not shortened into others', async () => {
  expect(await found('queen')).toEqual(['blue-queen'])
  expect(await found('quen')).toEqual([])
})

test('organizers are found in the same forms', async () => {
  const { json } = await app.events('GET', '/organizers', { query: { search: 'OBrien' } })
  expect(json.organizers).toHaveLength(1)
})
