import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createAnswerCache, type Filling, type KeptAnswer } from './answer-cache.ts'

const request = (url = '/events', headers: Record<string, string> = {}, method = 'GET') =>
  ({ method, url, headers }) as unknown as FastifyRequest

function aCache({ corsOrigins = [] as string[] } = {}) {
  let now = new Date('2031-06-01T10:00:00.000Z')
  const watched = { version: 0 }
  const cache = createAnswerCache({ clock: { now: () => now }, watched, corsOrigins })
  return {
    cache,
    write: () => {
      watched.version += 1
    },
    at: (moment: string) => {
      now = new Date(moment)
    },
    fill: async (url = '', network = 'here') =>
      (await cache.look(request(url), { text: url, network })) as Filling,
    read: async (url = '', network = 'here') =>
      (await cache.look(request(url), { text: url, network })) as KeptAnswer,
  }
}

test('an answer is kept until the second ends', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  keep('one', {})
  at('2031-06-01T10:00:00.999Z')
  expect(String((await read()).body)).toBe('one')
  at('2031-06-01T10:00:01.000Z')
  expect(await read()).not.toHaveProperty('body')
})

test('a write ends every answer', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  keep('one', {})
  write()
  expect(await read()).not.toHaveProperty('body')
})

test('what was begun before a write is answered and not kept', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  write()
  expect(String(keep('old', {}).body)).toBe('old')
  expect(await read()).not.toHaveProperty('body')
})

test('what was begun in an earlier second is not kept', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  at('2031-06-01T10:00:01.000Z')
  keep('old', {})
  expect(await read()).not.toHaveProperty('body')
})

test('many who ask at once are told what the first one reads', async () => {
  const { fill, read } = aCache()
  const { keep } = await fill()
  const others = Promise.all([read(), read(), read()])
  keep('one', {})
  expect((await others).map(({ body }) => String(body))).toEqual(['one', 'one', 'one'])
})

test('who waits while a write comes reads for themselves', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  const other = read()
  write()
  keep('old', {})
  expect(await other).not.toHaveProperty('body')
})

test('who waits for somebody that fails reads for themselves', async () => {
  const { fill, read } = aCache()
  const { giveUp } = await fill()
  const other = read()
  giveUp()
  expect(await other).toHaveProperty('keep')
})

test('who began to wait before an answer was begun is told it, however much is written', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  const first = read()
  const second = read()
  write()
  keep('old', {})
  const mine = (await first) as unknown as Filling
  write()
  mine.keep('new', {})
  expect(String((await second).body)).toBe('new')
})

test('who has waited for one that fails, and for one more, waits for no other', async () => {
  const { fill, read } = aCache()
  const { giveUp } = await fill()
  const waiting = [read(), read(), read()] as unknown as Promise<Filling>[]
  giveUp()
  const first = await Promise.race(waiting)
  first.giveUp()
  for (const one of waiting) expect(await one).toHaveProperty('keep')
})

test('nobody of another network waits for one that stands back; those of its own do', async () => {
  const { fill, read } = aCache()
  const { standBack, keep } = await fill('/events', 'crowd')
  const other = read('/events', 'other')
  standBack()
  expect(await other).toHaveProperty('keep')
  const own = read('/venues', 'crowd')
  expect(await own).toHaveProperty('keep')
  const beside = await fill('/terms', 'crowd')
  beside.standBack()
  const same = read('/terms', 'crowd')
  expect(await read('/terms', 'other')).toHaveProperty('keep')
  beside.keep('ours', {})
  expect(String((await same).body)).toBe('ours')
  expect(String(keep('theirs', {}).body)).toBe('theirs')
})

test('another address is another answer', async () => {
  const { fill, read } = aCache()
  const { keep } = await fill('/events?page=1')
  keep('one', {})
  expect(await read('/events?page=2')).not.toHaveProperty('body')
})

test.each([
  ['credentials', request('/events', { authorization: 'Basic eDp5' })],
  ['a cookie', request('/events', { cookie: 'a=b' })],
  ['a nonce', request('/events', { 'x-wp-nonce': 'abc' })],
  ['a nonce in the address', request('/events?_wpnonce=abc')],
  ['a password', request('/events/1?password=abc')],
  ['another password', request('/events?x=1&event_password=abc')],
  ['a write', request('/events', {}, 'POST')],
  ['HEAD', request('/events', {}, 'HEAD')],
])('nothing is kept of a request with %s', async (_, asked) => {
  expect(await aCache().cache.look(asked, { text: '/', network: 'here' })).toBeUndefined()
})

test('where origins are trusted, requests of other sites are not kept', async () => {
  const { cache } = aCache({ corsOrigins: ['https://shop.example'] })
  expect(
    await cache.look(request('/events', { origin: 'https://shop.example' }), {
      text: '/events',
      network: 'here',
    }),
  ).toBeUndefined()
})
