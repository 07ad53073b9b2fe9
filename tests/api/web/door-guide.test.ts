import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isWord, say } from '../../../door/src/words.ts'
import { doors } from '../../../src/core/words/en/doors.ts'
import { anAttendee } from '../../support/attending.ts'
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

test('every word that the guide for the door quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text)
  expect(quoted.length).toBeGreaterThan(15)
  expect(quoted.filter(text => text !== 'quotes' && !shown.has(text))).toEqual([])
})

test('every request that the guide names is answered, with the bodies that it gives, and does what the guide says', async () => {
  const app = await startApp()
  const guest = await anAttendee(app)
  const as = 'administrator' as const
  const bodies = [...guide.matchAll(/`(\{[^`]+\})`/g)].map(([, text = '']) => JSON.parse(text))
  expect(bodies).toEqual([{ entry: 'daily' }, { entry: 'reentry' }, { qr_content: 'signed' }])
  const requests = [...guide.matchAll(/`(GET|PATCH) \/svc\/(tickets|admin)\/v1(\/[^`]+)`/g)]
  expect(requests).toHaveLength(3)
  for (const [, method = '', area, route = ''] of requests) {
    const id = String(route.startsWith('/tickets') ? guest.ticketId : guest.eventId)
    const call = area === 'admin' ? app.admin : app.tickets
    const fitting = bodies.filter(body => 'entry' in body === route.endsWith('/entry'))
    for (const body of method === 'GET' ? [undefined] : fitting) {
      const got = await call(method, route.replace('{id}', id), { as, ...(body && { body }) })
      expect([route, body, got.status]).toEqual([route, body, 200])
      if (body) expect(got.json).toMatchObject(body)
    }
  }
})
