import { expect, test } from 'vitest'
import { doorWords } from './door-words.ts'

const born = (value: string, day: string) =>
  doorWords(
    { text: { en: 'Date of birth' }, kind: 'date', choices: [], value },
    { language: 'en', day },
  )

test('of a date of birth the door reads whether somebody is of age on the day of the event, never the date', () => {
  expect(born('2008-06-01', '2026-06-01')).toBe('Date of birth: 18+')
  expect(born('2008-06-02', '2026-06-01')).toBe('Date of birth: 17, under 18')
  expect(born('1931-01-01', '2026-06-01')).toBe('Date of birth: 18+')
  expect(born('2026-06-01', '2026-06-01')).toBe('Date of birth: 0, under 18')
  // Born on a leap day: of age on the first of March.
  expect(born('2008-02-29', '2026-02-28')).toBe('Date of birth: 17, under 18')
  expect(born('2008-02-29', '2026-03-01')).toBe('Date of birth: 18+')
})

test('a day to come, and one of two centuries ago, is nobody’s birthday', () => {
  expect(born('2026-06-02', '2026-06-01')).toBeUndefined()
  expect(born('1890-06-02', '2026-06-01')).toBeUndefined()
})

test('choices are read by their texts', () => {
  const choices = [
    { id: 'a', text: { en: 'Vegan', de: 'Vegan, bitte' }, closed: false },
    { id: 'b', text: { en: 'No nuts' }, closed: true },
  ]
  const asked = {
    text: { en: 'Diet', de: 'Kost' },
    kind: 'several',
    choices,
    value: ['a', 'b'],
  } as const
  expect(doorWords(asked, { language: 'de', day: '2026-06-01' })).toBe(
    'Kost: Vegan, bitte, No nuts',
  )
})
