import { expect, test } from 'vitest'
import { dueAt, isTheSame, newsOf, toldBefore } from './rules.ts'

const was = {
  was_start: '2031-06-01 19:00:00',
  was_end: '2031-06-01 23:00:00',
  was_timezone: 'UTC',
  was_all_day: false,
  was_venue_id: 0,
  was_happening: 'scheduled',
}
const told = toldBefore(was)

test('a fact of a changed event tells what guests knew before, and other facts tell nothing', () => {
  expect(told).toMatchObject({ start_local: was.was_start, happening: 'scheduled', venue_id: 0 })
  expect(toldBefore({ event_id: 3 })).toBeUndefined()
})

test.each([
  ['start_local', '2031-06-01 20:00:00'],
  ['end_local', '2031-06-02 01:00:00'],
  ['timezone', 'Europe/Oslo'],
  ['all_day', true],
  ['venue_id', 7],
  ['happening', 'cancelled'],
])('a change of %s alone makes what guests know different', (name, value) => {
  if (!told) throw new Error('It told nothing.')
  expect(isTheSame(told, { ...told })).toBe(true)
  expect(isTheSame(told, { ...told, [name]: value })).toBe(false)
})

test('guests believe what they knew before the first change; of one that was undone, what they saw in between', () => {
  if (!told) throw new Error('It told nothing.')
  const moved = { ...told, start_local: '2031-06-01 20:00:00' }
  const again = { ...told, start_local: '2031-06-01 21:00:00' }
  expect(newsOf({ told, meanwhile: told }, moved)).toEqual({ believed: told, isUndone: false })
  expect(newsOf({ told, meanwhile: moved }, again)).toEqual({ believed: told, isUndone: false })
  expect(newsOf({ told, meanwhile: moved }, told)).toEqual({ believed: moved, isUndone: true })
  expect(newsOf({ told, meanwhile: told }, told)).toBeUndefined()
  expect(newsOf({ told, meanwhile: null }, told)).toBeUndefined()
})

test('guests are told ten minutes after the last change, and at most an hour after the first', () => {
  const since = new Date('2026-11-21T12:00:00Z')
  const after = (minutes: number) => new Date(since.getTime() + minutes * 60_000)
  expect(dueAt(since, since)).toEqual(after(10))
  expect(dueAt(since, after(30))).toEqual(after(40))
  expect(dueAt(since, after(55))).toEqual(after(60))
})
