import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createChanges, type WrittenIn } from '../../db/changes.ts'
import { createAnswerCache, type Filling, type KeptAnswer } from './answer-cache.ts'
import type { ToldBasis } from './answer-basis.ts'

const request = (url = '/events', headers: Record<string, string> = {}, method = 'GET') =>
  ({ method, url, headers }) as unknown as FastifyRequest

const kinds = ['event', 'stock']

/** A basis of which nothing was told but this. */
const basis = (
  told: Readonly<Record<string, readonly number[]>> = {},
  until?: string,
): ToldBasis => ({
  kinds: new Map(kinds.map(kind => [kind, told[kind] ? new Set(told[kind]) : 'all'])),
  until: until === 'for ever' ? Number.POSITIVE_INFINITY : momentOf(until),
})

const momentOf = (until: string | undefined) =>
  until === undefined ? undefined : Date.parse(until)

function aCache({ corsOrigins = [] as string[] } = {}) {
  let now = new Date('2031-06-01T10:00:00.000Z')
  let heardSince: number | undefined = 1
  const forgetters: (() => void)[] = []
  const changes = createChanges()
  const news = { heardSince: () => heardSince, listen: (one: () => void) => forgetters.push(one) }
  const kindOf = (table: string) => ({ events: 'event', pools: 'stock' })[table]
  const cache = createAnswerCache({
    clock: { now: () => now },
    changes,
    news,
    kindOf,
    corsOrigins,
  })
  const look = (url: string, network: string) =>
    cache.look(request(url), { text: url, network, kinds })
  return {
    cache,
    write: (table = 'events', rows: WrittenIn = 'all') => {
      changes.happened(new Map([[table, rows]]))
    },
    at: (moment: string) => {
      now = new Date(moment)
    },
    deaf: () => {
      heardSince = undefined
    },
    hearLate: () => {
      heardSince = 1
    },
    hearAgain: () => {
      heardSince = 2
      for (const one of forgetters) one()
    },
    fill: async (url = '', network = 'here') => {
      const filling = (await look(url, network)) as Filling
      const keep = (body: string, told: ToldBasis = basis()) => filling.keep(body, {}, told)
      return { ...filling, keep }
    },
    read: async (url = '', network = 'here') => (await look(url, network)) as KeptAnswer,
  }
}

test('an answer whose records are unknown is kept until the second ends', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  keep('one')
  at('2031-06-01T10:00:00.999Z')
  expect(String((await read()).body)).toBe('one')
  at('2031-06-01T10:00:01.000Z')
  expect(await read()).not.toHaveProperty('body')
})

test('an answer ends at the instant at which its content changes by itself', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  keep('one', basis({}, '2031-06-01T10:00:30.500Z'))
  at('2031-06-01T10:00:30.499Z')
  expect(String((await read()).body)).toBe('one')
  at('2031-06-01T10:00:30.500Z')
  expect(await read()).not.toHaveProperty('body')
})

test('an answer that never changes by itself is kept for minutes, in case a notice was lost', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  keep('one', basis({}, 'for ever'))
  at('2031-06-01T10:03:29.999Z')
  expect(String((await read()).body)).toBe('one')
  at('2031-06-01T10:05:00.000Z')
  expect(await read()).not.toHaveProperty('body')
})

test('while notices of other processes may be missed, answers end with the second and do not come back', async () => {
  const { fill, read, at, deaf, hearAgain } = aCache()
  const { keep } = await fill()
  keep('one', basis({}, 'for ever'))
  deaf()
  expect(String((await read()).body)).toBe('one')
  at('2031-06-01T10:00:01.000Z')
  const filling = await fill()
  filling.keep('two', basis({}, 'for ever'))
  expect(String((await read()).body)).toBe('two')
  hearAgain()
  expect(await read()).not.toHaveProperty('body')
})

test('an answer counts again after notices of other processes arrived late without a gap', async () => {
  const { fill, read, at, deaf, hearLate } = aCache()
  const { keep } = await fill()
  keep('one', basis({}, 'for ever'))
  deaf()
  at('2031-06-01T10:00:01.000Z')
  const filling = (await read()) as unknown as Filling
  filling.giveUp()
  hearLate()
  expect(String((await read()).body)).toBe('one')
})

test('a write ends the answers about its records and the lists of such records, and no others', async () => {
  const { fill, read, write } = aCache()
  for (const [url, told] of [
    ['/events/1', { event: [1], stock: [1] }],
    ['/events/2', { event: [2], stock: [2] }],
    ['/events', { stock: [] }],
    ['/tickets', {}],
  ] as const) {
    const { keep } = await fill(url)
    keep(url, basis(told, 'for ever'))
  }
  const kept = async () => {
    const found = []
    for (const url of ['/events/1', '/events/2', '/events', '/tickets']) {
      const answer = await read(url)
      if ('body' in answer) found.push(url)
      else (answer as unknown as Filling).giveUp()
    }
    return found
  }
  write('pools', new Set([2]))
  expect(await kept()).toEqual(['/events/1', '/events'])
  write('attendees')
  write('events', new Set())
  expect(await kept()).toEqual(['/events/1'])
  write('pools')
  expect(await kept()).toEqual([])
})

test('an answer begun before a write to its record is not kept, and an answer about another record is', async () => {
  const { fill, read, write } = aCache()
  const one = await fill('/events/1')
  const two = await fill('/events/2')
  write('events', new Set([1]))
  one.keep('one', basis({ event: [1], stock: [1] }, 'for ever'))
  two.keep('two', basis({ event: [2], stock: [2] }, 'for ever'))
  expect(await read('/events/1')).not.toHaveProperty('body')
  expect(String((await read('/events/2')).body)).toBe('two')
})

test('memory is limited, and recently requested answers stay', async () => {
  const { cache, fill, read } = aCache()
  const large = 'x'.repeat(1024 * 1024)
  for (let index = 0; index < 100; index += 1) {
    const { keep } = await fill(`/${index}`)
    keep(large, basis({}, 'for ever'))
    expect(await read('/0')).toHaveProperty('body')
  }
  expect(cache.load().bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  expect(cache.load().answers).toBeGreaterThan(50)
  expect(await read('/1')).not.toHaveProperty('body')
})

test('a compressed body is made once and kept with the answer', async () => {
  const { cache, fill, read } = aCache()
  const { keep } = await fill()
  const answer = keep('word '.repeat(1000), basis({}, 'for ever'))
  const before = cache.load().bytes
  const [one, two] = await Promise.all([cache.encode(answer, 'br'), cache.encode(answer, 'br')])
  expect(one).toBe(two)
  expect(cache.load().bytes).toBe(before + one.length)
  expect((await read()).encoded['br']).toBe(one)
})

test('a write of unknown records ends every answer', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  keep('one')
  write()
  expect(await read()).not.toHaveProperty('body')
})

test('an answer begun before a write is sent but not kept', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  write()
  expect(String(keep('old').body)).toBe('old')
  expect(await read()).not.toHaveProperty('body')
})

test('an answer begun in an earlier second is not kept', async () => {
  const { fill, read, at } = aCache()
  const { keep } = await fill()
  at('2031-06-01T10:00:01.000Z')
  keep('old')
  expect(await read()).not.toHaveProperty('body')
})

test('of many simultaneous requests one reads, and all get its answer', async () => {
  const { fill, read } = aCache()
  const { keep } = await fill()
  const others = Promise.all([read(), read(), read()])
  keep('one')
  expect((await others).map(({ body }) => String(body))).toEqual(['one', 'one', 'one'])
})

test('a request that waits while a write arrives reads by itself', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  const other = read()
  write()
  keep('old')
  expect(await other).not.toHaveProperty('body')
})

test('a request that waits for one that fails reads by itself', async () => {
  const { fill, read } = aCache()
  const { giveUp } = await fill()
  const other = read()
  giveUp()
  expect(await other).toHaveProperty('keep')
})

test('a request that waited before an answer was begun gets that answer, whatever is written meanwhile', async () => {
  const { fill, read, write } = aCache()
  const { keep } = await fill()
  const first = read()
  const second = read()
  write()
  keep('old')
  const mine = (await first) as unknown as Filling
  write()
  mine.keep('new', {}, basis())
  expect(String((await second).body)).toBe('new')
})

test('a request that waited for two failed ones waits for no third', async () => {
  const { fill, read } = aCache()
  const { giveUp } = await fill()
  const waiting = [read(), read(), read()] as unknown as Promise<Filling>[]
  giveUp()
  const first = await Promise.race(waiting)
  first.giveUp()
  for (const one of waiting) expect(await one).toHaveProperty('keep')
})

test('a reader that must wait for its turn holds up its own network only', async () => {
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
  beside.keep('ours')
  expect(String((await same).body)).toBe('ours')
  expect(String(keep('theirs').body)).toBe('theirs')
})

test('another address has another answer', async () => {
  const { fill, read } = aCache()
  const { keep } = await fill('/events?page=1')
  keep('one')
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
])('an answer is not kept for a request with %s', async (_, asked) => {
  expect(await aCache().cache.look(asked, { text: '/', network: 'here', kinds })).toBeUndefined()
})

test('where origins are trusted, answers to requests from other sites are not kept', async () => {
  const { cache } = aCache({ corsOrigins: ['https://shop.example'] })
  expect(
    await cache.look(request('/events', { origin: 'https://shop.example' }), {
      text: '/events',
      network: 'here',
      kinds,
    }),
  ).toBeUndefined()
})
