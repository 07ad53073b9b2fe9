import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isWord, say } from '../../../door/src/words.ts'
import { doors } from '../../../src/core/words/en/doors.ts'
import { startApp } from '../../support/start-app.ts'

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
          amount: '€24.00',
          gate: '',
          gates: '',
          name: '',
          minutes: 1,
          expected: 1,
        })
      : [],
  ),
])

const screens = path.resolve(import.meta.dirname, '../../../console/src/screens')

/** What the screens of the console about doors are made of, line breaks as blanks. */
const administration = ['door', 'tickets', 'people']
  .flatMap(folder => readdirSync(path.join(screens, folder)).map(file => path.join(folder, file)))
  .map(file => readFileSync(path.join(screens, file), 'utf8').replace(/\s+/g, ' '))
  .join(' ')

test('every word that the guide for the door quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  expect(quoted.length).toBeGreaterThan(15)
  const isShown = (text: string) => shown.has(text) || administration.includes(text)
  expect(quoted.filter(text => text !== 'quotes' && !isShown(text))).toEqual([])
})

test('every request that the guide names is answered, with the bodies that it gives, and does what the guide says', async () => {
  const app = await startApp()
  const as = 'administrator' as const
  const bodies = [...guide.matchAll(/`(\{[^`]+\})`/g)].map(([, text = '']) => JSON.parse(text))
  expect(bodies).toEqual([{ qr_content: 'signed' }])
  const requests = [...guide.matchAll(/`(GET|PATCH) \/svc\/(tickets|admin)\/v1(\/[^`]+)`/g)]
  expect(requests.map(([, method, , route]) => [method, route])).toEqual([['PATCH', '/settings']])
  const got = await app.admin('PATCH', '/settings', { as, body: bodies[0] })
  expect(got.status).toBe(200)
  expect(got.json).toMatchObject(bodies[0])
})
