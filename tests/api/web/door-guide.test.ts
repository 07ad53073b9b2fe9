import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isWord, say } from '../../../door/src/words.ts'
import { doors } from '../../../src/core/words/en/doors.ts'

const guide = readFileSync(
  path.resolve(import.meta.dirname, '../../../docs/organise/door.md'),
  'utf8',
)
const source = readFileSync(path.resolve(import.meta.dirname, '../../../door/src/words.ts'), 'utf8')

/** Every sentence that a phone or the page of the doors shows, with numbers as the guide has them. */
const shown = new Set<string>([
  ...Object.values(doors),
  ...[...source.matchAll(/^  '([^']+)':/gm)].flatMap(([, key = '']) =>
    isWord(key)
      ? say(key, {
          count: 4,
          on: 'no',
          kept: 'yes',
          time: '',
          gate: '',
          gates: '',
          name: '',
          minutes: 1,
          expected: 1,
        })
      : [],
  ),
])

test('every word that the guide for the door quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text)
  expect(quoted.length).toBeGreaterThan(15)
  expect(quoted.filter(text => text !== 'quotes' && !shown.has(text))).toEqual([])
})
