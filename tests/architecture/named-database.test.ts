import { expect, test } from 'vitest'
import { filesSaying, sayingOf } from '../support/named-database.ts'

test('a test file says in its first line when the database has no part in it', () => {
  const properties = 'tests/properties'
  expect(filesSaying('none')).toContain(`${properties}/pricing.test.ts`)
  expect(filesSaying('server')).not.toContain(`${properties}/pricing.test.ts`)
  expect(filesSaying('embedded')).not.toEqual([])
  expect(filesSaying('server')).not.toEqual([])
  expect(sayingOf("import { expect } from 'vitest'")).toBeUndefined()
})

test.each(['// Database: any.', '// database: none.', '//Database: none'])(
  'a first line that means to say so and does not is refused: %s',
  line => {
    expect(() => sayingOf(line)).toThrow('is none of')
  },
)
