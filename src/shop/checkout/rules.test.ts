import { expect, test } from 'vitest'
import { readPurchaser } from './rules.ts'

test('a purchaser’s name and address are stored without surrounding blanks', () => {
  const sent = { name: '  Ada   Byron ', email: ' ada@example.org ' }
  expect(readPurchaser(sent)).toEqual({ name: 'Ada Byron', email: 'ada@example.org' })
})

test.each([
  [undefined, ['purchaser']],
  ['Ada', ['purchaser']],
  [[{ name: 'Ada', email: 'a@b.org' }], ['purchaser']],
  [{}, ['name', 'email']],
  [{ name: ' ', email: 'a@b.org' }, ['name']],
  [{ name: 'x'.repeat(201), email: 'a@b.org' }, ['name']],
  [{ first_name: 'Ada', last_name: 'Byron', email: 'ada' }, ['name', 'email']],
  [{ name: 'Ada' }, ['email']],
  [{ name: 'Ada', email: 'ada' }, ['email']],
  [{ name: 'Ada', email: 'ada@host' }, ['email']],
  [{ name: 'Ada', email: 'ada@example.org\nbcc: x@y.org' }, ['email']],
  [{ name: 'Ada', email: `${'x'.repeat(250)}@example.org` }, ['email']],
])('the purchaser %j is refused because of its %j', (sent, missing) => {
  expect(readPurchaser(sent)).toEqual({ missing })
})
