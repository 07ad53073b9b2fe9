import { expect, test } from 'vitest'
import { filesSaying, sayingOf } from '../support/named-database.ts'

test('the first line of a test file tells when it uses no database', () => {
  const properties = 'tests/properties'
  expect(filesSaying('none')).toContain(`${properties}/pricing.test.ts`)
  expect(filesSaying('server')).not.toContain(`${properties}/pricing.test.ts`)
  expect(filesSaying('embedded')).not.toEqual([])
  expect(filesSaying('server')).not.toEqual([])
  expect(sayingOf("import { expect } from 'vitest'")).toBeUndefined()
})

test.each(['// Database: any.', '// database: none.', '//Database: none'])(
  'a first line that is meant to tell so but is misspelt is refused: %s',
  line => {
    expect(() => sayingOf(line)).toThrow('is none of')
  },
)
