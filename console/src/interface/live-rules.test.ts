import { expect, test } from 'vitest'
import { factNames } from '../../../src/core/facts.ts'
import { endedBy } from './live-rules.ts'

test('every type of change ends something that the console has read', () => {
  expect(factNames.filter(name => endedBy([name]).length === 0)).toEqual([])
})

test('several changes end each kind once', () => {
  expect(endedBy(['ticket.saved', 'ticket.saved', 'event.saved'])).toEqual([
    'tickets',
    'events',
    'desk',
    'attention',
  ])
})
