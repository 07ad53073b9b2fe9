import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

test.each([2, 3, 4, 5, 6, 10, 47, 200])(
  '%i connections are divided so that every purpose has one, and the sale and the lists have several',
  connections => {
    const { main, lists, door, health } = sharesOf(connections)
    expect(main + lists + door + health).toBe(connections)
    expect(Math.min(main, lists)).toBeGreaterThanOrEqual(1)
    expect(main).toBeGreaterThanOrEqual(lists)
  },
)
