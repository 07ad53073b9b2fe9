import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** A loader that keeps the keys of each query and ends a query when it is told to. */
function slowLoader() {
  const queries: { keys: readonly string[]; end: () => void }[] = []
  const ask = gather<string, string>(
    keys =>
      new Promise(resolve => {
        const end = () => resolve(new Map(keys.map(key => [key, `value of ${key}`])))
        queries.push({ keys, end })
      }),
  )
  return { ask, queries }
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

test('keys that are asked for side by side share one query', async () => {
  const { ask, queries } = slowLoader()
  const both = Promise.all([ask('a'), ask('b'), ask('a')])
  await turn()
  expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b']])
  queries[0]?.end()
  expect(await both).toEqual(['value of a', 'value of b', 'value of a'])
})

test('requests that arrive while a query runs share the next one, which starts after them', async () => {
  const { ask, queries } = slowLoader()
  const first = ask('a')
  await turn()
  const later = Promise.all([ask('a'), ask('b')])
  await turn()
  expect(queries).toHaveLength(1)
  queries[0]?.end()
  expect(await first).toBe('value of a')
  await turn()
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']])
  queries[1]?.end()
  expect(await later).toEqual(['value of a', 'value of b'])
})

test('a query that fails fails those who share it, and nobody else', async () => {
  let isDown = true
  const ask = gather<string, string>(async keys => {
    if (isDown) throw new Error('down')
    return new Map(keys.map(key => [key, key]))
  })
  await expect(Promise.all([ask('a'), ask('b')])).rejects.toThrow('down')
  isDown = false
  expect(await ask('a')).toBe('a')
})
