import { expect, test } from 'vitest'
import { chosenBy } from './actions.ts'

const choices = ['Orders', 'New event', 'Add somebody to the team'].map(name => ({
  key: name,
  name,
  detail: '',
  to: '/',
}))
const names = (typed: string) => chosenBy(typed, choices).map(({ name }) => name)

test('the beginnings of words choose, in any order', () => {
  expect(names('eve new')).toEqual(['New event'])
  expect(names('TEAM')).toEqual(['Add somebody to the team'])
  expect(names('rders')).toEqual([])
})

test('without a word everything can be chosen', () => {
  expect(names(' ')).toHaveLength(3)
})
