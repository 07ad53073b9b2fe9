// Database: in the short run a server alone, where there is one.
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, testStart } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const runs = (few: number) => ({ numRuns: long ? few * 150 : few })

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
type Body = Record<string, unknown>

const send = (method: string, path: string, body: Body) =>
  app.events(method, path, { as: 'administrator', body })
async function make(body: Body = {}) {
  const dates = { start_date: '2027-01-01', end_date: '2027-01-01' }
  const got = await send('POST', '/events', { title: 'Event', ...dates, ...body })
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}

beforeEach(() => app.clock.set(testStart))

/** The wall-clock time in a zone, by another implementation than ours. */
function clockIn(zone: string, moment: Date): string {
  const options = {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(moment)
}

/** Clock changes: forward and back, by an hour and by half an hour, on both sides of the equator. */
const changes: [zone: string, moment: string][] = [
  ['America/New_York', '2027-03-14T07:00:00Z'],
  ['America/New_York', '2027-11-07T06:00:00Z'],
  ['Europe/Paris', '2027-03-28T01:00:00Z'],
  ['Europe/Paris', '2027-10-31T01:00:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
  ['Australia/Lord_Howe', '2027-10-02T15:30:00Z'],
  ['Asia/Kolkata', '2027-06-01T00:00:00Z'],
  ['Pacific/Apia', '2027-06-01T11:00:00Z'],
]
const nearChange = fc.tuple(
  fc.constantFrom(...changes),
  fc.integer({ min: -3 * 3600, max: 3 * 3600 }),
  fc.integer({ min: 0, max: 2 * 86_400 }),
)

describe('dates of an event', () => {
  test('come back in the local time of their zone, in whatever zone they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(nearChange, async ([[timezone, change], offset, length]) => {
        const start = new Date(Date.parse(change) + offset * 1000)
        const end = new Date(start.getTime() + length * 1000)
        const made = await make({
          timezone,
          start_date: start.toISOString(),
          end_date: end.toISOString(),
        })
        expect(made).toMatchObject({
          timezone,
          start_date: clockIn(timezone, start),
          utc_start_date: clockIn('UTC', start),
          end_date: clockIn(timezone, end),
          utc_end_date: clockIn('UTC', end),
        })
        // A time that occurs twice keeps its hour while other members change.
        const changed = await send('PATCH', `/events/${made.id}`, { title: 'Otherwise' })
        expect(changed.json.utc_start_date).toBe(made.utc_start_date)
        expect(changed.json.utc_end_date).toBe(made.utc_end_date)
      }),
      runs(10),
    )
  })

  test('can be sent again as read: same local time and same instant, also in the second of two equal hours', async () => {
    await fc.assert(
      fc.asyncProperty(nearChange, async ([[timezone, change], offset, length]) => {
        const start = new Date(Date.parse(change) + offset * 1000)
        const end = new Date(start.getTime() + length * 1000)
        const made = await make({
          timezone,
          start_date: start.toISOString(),
          end_date: end.toISOString(),
        })
        const { start_date, end_date } = made
        const { json: again } = await send('PUT', `/events/${made.id}`, {
          timezone,
          start_date,
          end_date,
        })
        expect(again.start_date).toBe(start_date)
        expect(again.utc_start_date).toBe(made.utc_start_date)
        expect(again.utc_end_date).toBe(made.utc_end_date)
      }),
      runs(10),
    )
  })

  test('keep the local time, or move it forward by as much as the clocks skipped', async () => {
    await fc.assert(
      fc.asyncProperty(nearChange, async ([[timezone, change], offset]) => {
        const wall = new Date(
          Date.parse(`${clockIn(timezone, new Date(change)).replace(' ', 'T')}Z`) + offset * 1000,
        )
        const start_date = clockIn('UTC', wall)
        const made = await make({ timezone, start_date, end_date: start_date })
        const later = Date.parse(`${made.start_date}Z`) - Date.parse(`${start_date}Z`)
        expect([0, 1_800_000, 3_600_000]).toContain(later)
        expect(clockIn(timezone, new Date(`${made.utc_start_date}Z`))).toBe(made.start_date)
      }),
      runs(10),
    )
  })

  test('of whole days run from midnight to the last second, however long the day is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...changes),
        fc.integer({ min: -1, max: 1 }),
        fc.integer({ min: 0, max: 3 }),
        async ([timezone, change], day, days) => {
          const first = clockIn(timezone, new Date(Date.parse(change) + day * 86_400_000)).slice(
            0,
            10,
          )
          const last = new Date(Date.parse(`${first}Z`) + days * 86_400_000)
            .toISOString()
            .slice(0, 10)
          const made = await make({
            timezone,
            all_day: true,
            start_date: `${first} 13:14`,
            end_date: `${last} 15:16`,
          })
          expect([made.all_day, made.start_date, made.end_date]).toEqual([
            true,
            `${first} 00:00:00`,
            `${last} 23:59:59`,
          ])
          expect(clockIn(timezone, new Date(`${made.utc_start_date}Z`))).toBe(made.start_date)
          expect(clockIn(timezone, new Date(`${made.utc_end_date}Z`))).toBe(made.end_date)
        },
      ),
      runs(10),
    )
  })

  test('in UTC±n are offset by n hours, halves and quarters included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: 0, max: 86_400 * 365 }),
        async (quarters, second) => {
          const hours = quarters / 4
          const timezone = `UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`
          const wall = new Date(Date.UTC(2027, 0, 1) + second * 1000)
          const start_date = clockIn('UTC', wall)
          const made = await make({ timezone, start_date, end_date: start_date })
          const utc = clockIn('UTC', new Date(wall.getTime() - hours * 3_600_000))
          expect(made).toMatchObject({
            timezone,
            timezone_abbr: hours === 0 ? expect.any(String) : timezone,
            start_date,
            utc_start_date: utc,
          })
        },
      ),
      runs(7),
    )
  })
})

test('every event has an address of its own that leads to it, whatever its title or slug', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      'Same',
      'same',
      'SAME!',
      '2',
      'same-2',
      '夏祭り',
      '???',
      '-',
      'a/b?c#d',
      '100%',
      'x'.repeat(400),
    ),
  )
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(text, fc.option(text), async (title, slug) => {
      const got = await send('POST', '/events', {
        title,
        start_date: '2027-01-01',
        end_date: '2027-01-01',
        ...(slug === null ? {} : { slug }),
      })
      // Titles and slugs without letters and digits are refused, not stored.
      if (got.status === 400)
        return expect(Object.keys(got.json.data.params)).toEqual(
          expect.arrayContaining([expect.stringMatching(/title|slug/)]),
        )
      expect(got.status).toBe(201)
      const own = got.json.slug as string
      expect(own).toMatch(/^[\p{L}\p{M}\p{N}_]+(-[\p{L}\p{M}\p{N}_]+)*$/u)
      expect(own.length).toBeLessThanOrEqual(200)
      expect(seen.has(own)).toBe(false)
      seen.add(own)
      const read = await app.events('GET', `/events/by-slug/${encodeURIComponent(own)}`)
      expect([read.status, read.json.id]).toEqual([200, got.json.id])
      const page = await app.call('GET', got.json.url.replace('http://tickets.test', ''))
      expect(page.status).toBe(200)
    }),
    runs(14),
  )
})

test('a cost that was read can be sent again and means the same amounts', async () => {
  const amount = fc.integer({ min: 0, max: 99_999_999 }).map(cents => (cents / 100).toFixed(2))
  const symbol = fc.constantFrom('$', '€', '£', 'USD ', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(amount, { minLength: 1, maxLength: 4 }),
      symbol,
      fc.boolean(),
      async (amounts, sign, before) => {
        const cost = amounts.map(one => (before ? sign + one : one + sign))
        const made = await make({ cost })
        const values = made.cost_details.values.map(Number)
        expect(values).toEqual([...new Set(amounts.map(Number))].toSorted((a, b) => a - b))
        const again = await send('PATCH', `/events/${made.id}`, { cost: made.cost_details.values })
        expect(again.json.cost_details.values).toEqual(made.cost_details.values)
      },
    ),
    runs(14),
  )
})

test('a list has the same meaning in every form: with commas, repeated, as JSON, with blanks and gaps', async () => {
  const made = [await make(), await make(), await make(), await make()]
  const ids = made.map(({ id }) => id as number)
  const chosen = fc.subarray(ids, { minLength: 1 })
  const blank = fc.constantFrom('', ' ', ', ', ',,')
  await fc.assert(
    fc.asyncProperty(chosen, blank, async (some, hole) => {
      const expected = some.toSorted((a, b) => b - a)
      const forms = [
        `include=${some.join()}`,
        `include=${encodeURIComponent(some.join(` ,${hole}`))}`,
        `include=${encodeURIComponent(encodeURIComponent(some.join()))}`,
        some.map(id => `include[]=${id}`).join('&'),
        some.map((id, index) => `include[${index}]=${id}`).join('&'),
      ]
      for (const form of forms) {
        const got = await app.call('GET', `/svc/events/v1/events?per_page=50&${form}`)
        expect([form, got.status]).toEqual([form, 200])
        expect(got.json.events.map(({ id }: { id: number }) => id)).toEqual(expected)
        expect(got.json.total).toBe(some.length)
      }
    }),
    runs(7),
  )
})

test('a reader of all pages misses no event, and sees one twice only if another was added before it', async () => {
  const day = fc.integer({ min: 1, max: 28 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { minLength: 1, maxLength: 10 }),
      fc.array(day, { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (there, added, perPage) => {
        await app.db.deleteFrom('events').execute()
        const at = (start: number) => {
          const start_date = `2027-02-${String(start).padStart(2, '0')} 10:00`
          return make({ start_date, end_date: start_date })
        }
        const before = new Set<number>()
        for (const start of there) before.add((await at(start)).id)
        const left = [...added]
        const seen: number[] = []
        let addedBefore = 0
        let url: string | undefined = `/svc/events/v1/events?per_page=${perPage}`
        while (url) {
          const got = await app.call('GET', url)
          expect(got.status).toBe(200)
          const events = got.json.events as { id: number; start_date: string }[]
          seen.push(...events.map(({ id }) => id))
          url = got.json.next_rest_url?.replace('http://tickets.test', '')
          const next = left.pop()
          if (next === undefined) continue
          const { start_date } = await at(next)
          if (start_date < (events.at(-1)?.start_date ?? '')) addedBefore += 1
        }
        for (const id of before) expect(seen).toContain(id)
        expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(addedBefore)
      },
    ),
    runs(4),
  )
})
