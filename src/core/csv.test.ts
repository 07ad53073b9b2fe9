import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { parseList } from './csv.ts'
import { truthy } from './truthy.ts'

describe('a comma-separated list', () => {
  test.each([
    ['a, b,,c', ['a', 'b', 'c']],
    ['1,2 , 3', [1, 2, 3]],
    ['12,vip', [12, 'vip']],
    ['1%2C2', [1, 2]],
    ['100%', ['100%']],
    ['007,1e3,-5,0', ['007', '1e3', -5, 0]],
    ['99999999999999999999', ['99999999999999999999']],
    ['', []],
    [' , ', []],
    [undefined, []],
    [null, []],
    [7, [7]],
    [
      ['1', ' b ', '', null, 4],
      [1, 'b', 4],
    ],
    [['Rock, Pop'], ['Rock, Pop']],
    [[1, { id: 2 }], undefined],
    [[[1]], undefined],
    [{ id: 2 }, undefined],
    [true, undefined],
    [[Number.NaN], undefined],
  ])('is read in case %#: %j', (value, list) => {
    expect(parseList(value)).toEqual(list)
  })

  test('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.anything(), value => void parseList(value)))
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), value => void parseList(value)))
  })
})

describe('a yes-or-no parameter', () => {
  test.each([true, 1, '1', 'true', 'TRUE', 'yes', 'On', 'y', 'enable', 'Enabled', 2, [0]])(
    'reads %j as yes',
    value => {
      expect(truthy(value)).toBe(true)
    },
  )

  test.each([false, 0, '', '0', 'false', 'no', 'off', '2', 'foo', null, undefined, [], Number.NaN])(
    'reads %j as no',
    value => {
      expect(truthy(value)).toBe(false)
    },
  )
})
