import { expect, test } from 'vitest'
import { arranged } from './home-rules.ts'

const now = new Date('2026-11-25T12:00:00Z')
const hours = 60 * 60_000

type Draft = { in: number; image?: boolean; featured?: boolean; happening?: string; state?: string }

const event = (name: string, draft: Draft) => ({
  name,
  row: {
    starts_at: new Date(now.getTime() + draft.in * hours),
    happening: draft.happening ?? 'scheduled',
    password_hash: null,
  },
  event: { image: draft.image ? {} : false, featured: draft.featured ?? false },
  summary: draft.state === undefined ? undefined : { state: draft.state },
})

test('the lead is the next featured event with a picture, and stands nowhere else', () => {
  const next = [
    event('plain', { in: 5 }),
    event('pictured', { in: 20, image: true }),
    event('featured', { in: 24 * 30, image: true, featured: true }),
  ]
  const { lead, week, later } = arranged({ next, running: [] }, now)
  expect(lead?.name).toBe('featured')
  expect(week.map(({ name }) => name)).toEqual(['plain', 'pictured'])
  expect(later).toEqual([])
})

test('what is sold out, cancelled or over never leads', () => {
  const next = [
    event('sold out', { in: 1, image: true, featured: true, state: 'sold_out' }),
    event('cancelled', { in: 2, image: true, happening: 'cancelled' }),
    event('open', { in: 24 * 8, state: 'open' }),
  ]
  const { lead, week, later } = arranged({ next, running: [] }, now)
  expect(lead?.name).toBe('open')
  expect(week).toHaveLength(2)
  expect(later).toEqual([])
})

test('what has begun stands apart, however long it runs', () => {
  const running = [event('exhibition', { in: -24 * 90, image: true })]
  const shown = arranged({ next: [event('evening', { in: 24 * 9 })], running }, now)
  expect(shown.lead?.name).toBe('evening')
  expect(shown.running).toEqual(running)
})
