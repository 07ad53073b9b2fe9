// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const as = 'administrator' as const
const app = await startApp()
const add = (title: string, start_date: string, end_date: string) =>
  app.events('POST', '/events', { as, body: { title, start_date, end_date, timezone: 'UTC' } })
const day = (days: number) =>
  new Date(app.deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('long-running events do not push the next evenings off the first page', async () => {
  for (let count = 1; count <= 15; count += 1) {
    await add(`Exhibition ${count}`, `${day(-90)} 10:00:00`, `${day(90)} 18:00:00`)
  }
  await add('Tonight’s songs', `${day(1)} 19:00:00`, `${day(1)} 22:00:00`)
  await add('Next month’s play', `${day(30)} 19:00:00`, `${day(30)} 22:00:00`)
  const { text } = await app.call('GET', '/', {})
  const found = [...text.matchAll(/class="cover"[^>]*>([^<]+)</g)].map(([, title]) => title)
  expect(found.slice(0, 2)).toEqual(['Tonight’s songs', 'Next month’s play'])
  expect(found).toHaveLength(6)
  expect(text).toContain('role="search"')
  expect(text.indexOf('On now')).toBeGreaterThan(text.indexOf('Next month’s play'))
})
