import { expect, test } from 'vitest'
import { acceptedLocale, localeNamed } from './locale.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fi,nn;q=0.5,en;q=0.4', 'nb'],
  ['en;q=0.2, fr;q=0.7', 'fr'],
  ['es;q=0,en', 'en'],
  ['ja', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('the Accept-Language header %j chooses %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale)
})

test('Norwegian is recognised under each of its language codes', () => {
  expect(['no', 'nb-NO', 'nn'].map(localeNamed)).toEqual(['nb', 'nb', 'nb'])
})
