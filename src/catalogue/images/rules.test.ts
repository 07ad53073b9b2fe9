import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf } from './rules.ts'

test('a part of a picture is read in thousandths and returned in pixels', () => {
  const size = { width: 1600, height: 900 }
  expect(areaOf('0,0,1000,1000', size)).toEqual({ left: 0, top: 0, width: 1600, height: 900 })
  expect(areaOf('250,500,500,500', size)).toEqual({ left: 400, top: 450, width: 800, height: 450 })
})

test.each(['', '0,0,0,10', '0,0,10,0', '900,0,101,10', '0,1,10,1000', '-1,0,10,10', '1,2,3', 'a'])(
  '%j is no part of a picture',
  text => {
    expect(areaOf(text, { width: 100, height: 100 })).toBeUndefined()
  },
)

test('a part has at least a pixel each way and lies inside of the picture', () => {
  const side = fc.integer({ min: 1, max: 16_000 })
  const part = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(side, side, part, part, part, part, (width, height, left, top, wide, tall) => {
      const area = areaOf([left, top, wide, tall].join(','), { width, height })
      if (left + wide > 1000 || top + tall > 1000 || wide === 0 || tall === 0) {
        expect(area).toBeUndefined()
        return
      }
      expect(area?.width).toBeGreaterThanOrEqual(1)
      expect(area?.height).toBeGreaterThanOrEqual(1)
      expect((area?.left ?? 0) + (area?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((area?.top ?? 0) + (area?.height ?? 0)).toBeLessThanOrEqual(height)
    }),
  )
})
