import { expect, test } from 'vitest'
import { filled, paragraphsOf, problemsOf } from './rules.ts'

const words = (subject: string, intro = '') => problemsOf('order.confirmed', { subject, intro })

test('words with the placeholders of their kind can be used', () => {
  expect(
    words('See you at {event}', 'Dear {name},\n\norder {order} of {total} at {site}.'),
  ).toEqual({})
})

test.each([
  ['{nmae}', 'subject', '{nmae} is no placeholder'],
  ['{}', 'subject', '{} is no placeholder'],
  ['{{name}}', 'subject', 'has a brace'],
  ['{name', 'subject', 'has a brace'],
  ['name}', 'subject', 'has a brace'],
  ['{when}', 'subject', 'which has {name}, {event}, {order}, {total}, {site}'],
  ['two\nlines', 'subject', 'must be one line'],
  [' ', 'intro', 'must have words'],
])('the subject %j is refused and named', (subject, name, said) => {
  const problems = words(subject)
  expect(Object.keys(problems)).toEqual([name])
  expect(problems[name]?.message).toContain(said)
})

test('a value with braces is put in as it is', () => {
  expect(filled('{event} for {name}', { event: '{name}', name: 'Ada {x}' })).toBe(
    '{name} for Ada {x}',
  )
})

test('blank lines part paragraphs', () => {
  expect(paragraphsOf('a\nb\r\n\r\n \n c \n')).toEqual(['a\nb', 'c'])
})
