import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

test.each([2, 3, 4, 5, 6, 10, 47, 200])(
  'of %i connections every one has a purpose, and the sale and lists have some',
  connections => {
    const { main, lists, door, health } = sharesOf(connections)
    expect(main + lists + door + health).toBe(connections)
    expect(Math.min(main, lists)).toBeGreaterThanOrEqual(1)
    expect(main).toBeGreaterThanOrEqual(lists)
  },
)
