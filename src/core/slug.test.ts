import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { numberedSlug, slugify, slugMaxLength } from './slug.ts'

describe('a slug', () => {
  test.each([
    ['Grand Concert', 'grand-concert'],
    ['Tom & Jerry’s “Show” – live!', 'tom-jerrys-show-live'],
    ['fooBar', 'foobar'],
    ['Ärger über Öl', 'aerger-ueber-oel'],
    ['Привет, мир', 'privet-mir'],
    ['日本語 イベント', '日本語-イベント'],
    ['夏祭り 2026', '夏祭り-2026'],
    ['ＦＵＬＬ width', 'full-width'],
    ['my_slug', 'my_slug'],
    ['2026', '2026'],
    ['  --a--  ', 'a'],
    ['🎉 party 🎉', 'party'],
    ['🎉', ''],
    ['', ''],
    ['\0\uD800', ''],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
  ])('of the text %s is %s', (title, slug) => {
    expect(slugify(title)).toBe(slug)
  })

  test('has at most 200 characters, and making a slug of it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), title => {
        const slug = slugify(title)
        expect(slug.length).toBeLessThanOrEqual(slugMaxLength)
        expect(slug).toMatch(/^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
      }),
    )
    expect(slugify('x'.repeat(1_000_000))).toHaveLength(slugMaxLength)
    expect(encodeURIComponent(slugify('𠀀'.repeat(300)))).toHaveLength(100 * 12)
  })

  test('is numbered from the second one on, and shortened when the number needs room', () => {
    const long = 'x'.repeat(slugMaxLength)
    expect([1, 2, 10].map(number => numberedSlug('a', number))).toEqual(['a', 'a-2', 'a-10'])
    expect(numberedSlug(long, 2)).toBe(`${'x'.repeat(slugMaxLength - 2)}-2`)
    expect(numberedSlug(long, 1000)).toBe(`${'x'.repeat(slugMaxLength - 5)}-1000`)
  })
})
