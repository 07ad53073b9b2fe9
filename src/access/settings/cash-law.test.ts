import { describe, expect, test } from 'vitest'
import { cashNote } from './cash-law.ts'

const strict = [
  ['DE', /^Germany: .*TSE.*DSFinV-K/],
  ['AT', /^Austria: .*RKSV/],
  ['FR', /^France: .*NF 525/],
  ['IT', /^Italy: .*\(RT\)/],
  ['SE', /^Sweden: .*control unit/],
  ['PT', /^Portugal: .*certified/],
  ['PL', /^Poland: .*fiscal/],
  ['BE', /^Belgium: .*control box/],
] as const

describe('the note on cash', () => {
  test.each(strict)('says what %s asks for', (country, demand) => {
    expect(cashNote(country)).toMatch(demand)
  })

  test.each(['DE', 'NO', ''])(
    'of "%s" calls a till a cash list, and sends to the tax adviser',
    country => {
      expect(cashNote(country)).toContain('a cash list')
      expect(cashNote(country)).toContain('Ask your tax adviser')
    },
  )

  test('names a country whose law we do not know, and claims nothing of it', () => {
    expect(cashNote('NO')).toMatch(/^Norway may ask/)
    expect(cashNote('')).toMatch(/^Many countries ask/)
  })
})
