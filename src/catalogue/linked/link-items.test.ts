import { expect, test } from 'vitest'
import { linkItems } from './link-items.ts'

test.each([
  [5, [5]],
  ['5', [5]],
  [' 5 , 6,', [5, 6]],
  ['5%2C6', [5, 6]],
  [
    [5, '6'],
    [5, 6],
  ],
  [{ id: 5 }, [5]],
  [{ id: '5', venue: 'ignored' }, [5]],
  [{ venue: 'Hall' }, [{ venue: 'Hall' }]],
  [{ id: '', venue: 'Hall' }, [{ id: '', venue: 'Hall' }]],
  [
    [5, { id: 6 }, { venue: 'Hall' }, ''],
    [5, 6, { venue: 'Hall' }],
  ],
])('the value %j is read as the links %j', (value, items) =>
  expect(linkItems(value)).toEqual(items),
)

test.each([
  ['', []],
  ['  ', []],
  [0, []],
  ['0', []],
  [false, []],
  [[], []],
  [[''], []],
  [undefined, []],
])('the value %j is read as no links', (value, items) => expect(linkItems(value)).toEqual(items))

test.each(['Hall', '5,Hall', -5, 5.5, true, ['Hall'], [[5]], { id: 'x' }, '1e3', 10 ** 20])(
  'the value %j is refused as a link',
  value => expect(linkItems(value)).toBeUndefined(),
)
