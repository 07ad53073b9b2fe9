import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { walletName } from './request.ts'

test('a short item name stays unchanged, with plain spaces', () => {
  expect(walletName('Evening ticket')).toBe('Evening ticket')
  expect(walletName('  Evening \n ticket ')).toBe('Evening ticket')
  expect(walletName('x'.repeat(127))).toBe('x'.repeat(127))
})

test('a long item name is cut between words and ends with three dots', () => {
  const words = `${'word '.repeat(24)}seventhree tail`
  expect(walletName(words)).toBe(`${'word '.repeat(24).trim()}...`)
  expect(walletName(`${'word '.repeat(23)}1234567 tail-that-is-long`)).toBe(
    `${'word '.repeat(23)}1234567...`,
  )
})

test('a long item name of one word is cut within the word', () => {
  expect(walletName('x'.repeat(200))).toBe(`${'x'.repeat(124)}...`)
  expect(walletName(`${'x'.repeat(123)}😀${'y'.repeat(50)}`)).toBe(`${'x'.repeat(123)}...`)
})

test('an item name is never empty and never too long, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), name => {
      const short = walletName(name)
      expect(short.length).toBeGreaterThan(0)
      expect(short.length).toBeLessThanOrEqual(127)
      expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
    }),
  )
})
