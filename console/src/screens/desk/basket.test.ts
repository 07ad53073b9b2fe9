import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, countedOut, inCoins, quickNotes, sumOf } from './basket.ts'

const tile = { ticket: 7, price: '12.34', left: 3 }

describe('a basket at the desk', () => {
  test('never has more of a ticket than are left, nor fewer than none', () => {
    const full = [1, 1, 1, 1, 1].reduce((basket, by) => changed(basket, tile, by), {})
    expect(full).toEqual({ 7: 3 })
    expect(changed({}, tile, -1)).toEqual({ 7: 0 })
  })

  test('costs what its tickets cost, to the cent', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 0, max: 99_999 }), (many, minor) => {
        const price = (minor / 100).toFixed(2)
        expect(sumOf({ 1: many }, [{ ticket: 1, price, left: null }], 2)).toBe(many * minor)
      }),
      { seed: 1 },
    )
  })

  test('offers the exact sum first, and sums of notes that are at least as much', () => {
    expect(quickNotes(9200, 2)).toEqual([9200, 9500, 10_000, 20_000])
    expect(quickNotes(2000, 2)).toEqual([2000, 5000, 10_000, 20_000])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), minor => {
        const notes = quickNotes(minor, 2)
        expect(notes[0]).toBe(minor)
        expect(notes.every(note => note >= minor)).toBe(true)
      }),
      { seed: 1 },
    )
  })

  test('rounds to coins, and counts change out to the last one', () => {
    expect([1032, 1033, 1037].map(minor => inCoins(minor, 5))).toEqual([1030, 1035, 1035])
    fc.assert(
      fc.property(fc.nat(50_000), minor => {
        const sum = countedOut(minor, 2).reduce(
          (total, one) => total + Math.round(Number(one) * 100),
          0,
        )
        expect(sum).toBe(minor)
      }),
      { seed: 1 },
    )
  })
})
