// Phones as processes against three services over one database.
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { seedOf } from '../faults/moments.ts'
import { startMarquee } from '../faults/until-finished.ts'
import { client } from '../support/client.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { eventWithGuests, pairDevice, startDevice } from '../support/door-devices.ts'
import { randomFrom } from '../support/fake-random.ts'
import { adminAuthorization } from '../support/server-process.ts'

const isLong = process.env['LONG'] !== undefined
const [phones, guestCount] = isLong ? [20, 250] : [4, 25]
const seed = seedOf()

describe.runIf(onPostgres)('three services, and phones as processes', () => {
  test(
    `of one code exactly one phone is green online, and nothing that was green is lost where phones decide alone and are killed (SEED=${seed})`,
    async () => {
      const { organiser, bases, scansOf, counts } = await threeServices()
      const online = await eventWithGuests(organiser, guestCount)
      const alone = await eventWithGuests(organiser, guestCount)
      const start = async (at: number, { eventId, guests }: typeof online, isOffline: boolean) => {
        const { id, secret } = await pairDevice(organiser, eventId, `Phone ${at}`)
        const common = { bases, secret, event: eventId, seed: seed + at, isOffline }
        return startDevice(id, { ...common, guests, answerMs: 120_000 })
      }
      const numbers = Array.from({ length: phones }, (_, at) => at)
      const asking = await Promise.all(numbers.map(at => start(at, online, false)))
      for (const device of asking) expect(await device.ended()).toBe('done')
      // One green for each code, whichever service was asked.
      const greens = asking.flatMap(({ green }) => green).toSorted((one, other) => one - other)
      expect(greens).toEqual(online.guests.map(({ id }) => id))

      const deciding = await Promise.all(numbers.map(at => start(at, alone, true)))
      const random = randomFrom(seed)
      for (const device of deciding) {
        const enough = Math.floor(random() * guestCount)
        await expect
          .poll(() => device.green.length, { timeout: 60_000, interval: 2 })
          .toBeGreaterThan(enough)
        await device.restart()
      }
      for (const device of deciding) expect(await device.ended()).toBe('done')
      const scans = await scansOf(alone.eventId)
      for (const { id, green } of deciding) {
        const own = scans.filter(({ device_id }) => device_id === id)
        expect(own.map(({ attendee_id }) => attendee_id)).toEqual(expect.arrayContaining(green))
        expect(new Set(own.map(({ attendee_id }) => attendee_id)).size).toBe(own.length)
      }
      for (const { id } of alone.guests) {
        const ends = scans.filter(({ attendee_id }) => attendee_id === id).map(one => one.merged)
        expect(ends.toSorted()).toEqual(['admitted', ...Array(phones - 1).fill('conflict')])
      }
      for (const { eventId } of [online, alone])
        for (const base of bases)
          expect(await counts(base, eventId)).toMatchObject({
            inside: guestCount,
            checked_in: guestCount,
          })
    },
    isLong ? 3_600_000 : 180_000,
  )
})

async function threeServices() {
  const database = await createServerDatabase()
  onTestFinished(() => database.drop())
  const environment = { DATABASE_URL: database.url }
  // The first one creates the tables and the administrator.
  const first = await startMarquee(environment)
  const others = await Promise.all([startMarquee(environment), startMarquee(environment)])
  const bases = [first, ...others].map(({ base }) => base)
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl: database.url })
  onTestFinished(close)
  return {
    organiser: client(first.base, { authorization: adminAuthorization }),
    bases,
    scansOf: (eventId: number) =>
      db
        .selectFrom('door_scans')
        .select(['device_id', 'attendee_id', 'merged'])
        .where('event_id', '=', eventId)
        .where('kind', '=', 'in')
        .execute(),
    counts: async (base: string, event: number) => {
      const as = client(base, { authorization: adminAuthorization })
      return (await as.staff('GET', `/tickets/v1/door/counts?event=${event}`)).json
    },
  }
}
