import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { client } from '../support/client.ts'
import { eventWithGuests, pairDevice, startDevice } from '../support/door-devices.ts'
import { randomFrom } from '../support/fake-random.ts'
import { adminAuthorization, freePort } from '../support/server-process.ts'
import { becomes, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { expectCleanAudit } from './settle-books.ts'
import { startMarquee } from './until-finished.ts'

const kills = process.env['LONG'] === undefined ? 3 : 50
const phones = 3
const seed = seedOf()

async function ownServer(): Promise<Record<string, string>> {
  return { DATABASE_URL: (await startOwnPostgres()).url }
}

async function ownFolder(): Promise<Record<string, string>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

describe.each([
  ['the embedded database', ownFolder, false],
  ['PostgreSQL', ownServer, !serverPrograms],
])('the service is killed while phones scan, on %s', (_, makePlace, isMissing) => {
  test.skipIf(isMissing)(
    `${kills} times, and nobody who was shown green is lost (SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const environment = { ...(await makePlace()), PORT: String(await freePort()) }
      let server = await startMarquee(environment)
      const organiser = client(server.base, { authorization: adminAuthorization })
      const { eventId, guests } = await eventWithGuests(organiser, 40 + 25 * kills)
      const paired = []
      for (let at = 0; at < phones; at += 1)
        paired.push(await pairDevice(organiser, eventId, `Phone ${at}`))
      const devices = paired.map(({ id, secret }, at) =>
        startDevice(id, {
          bases: [server.base],
          secret,
          event: eventId,
          guests: at % 2 === 0 ? guests : guests.toReversed(),
          seed: seed + at,
          isOffline: false,
          answerMs: 300,
        }),
      )
      const green = () => devices.reduce((sum, device) => sum + device.green.length, 0)
      const all = () => green() + devices.reduce((sum, device) => sum + device.told.length, 0)
      for (let round = 0; round < kills; round += 1) {
        const enough = all() + 3 + Math.floor(random() * 8)
        await becomes('more people scanned', () => all() >= enough)
        await server.kill('SIGKILL')
        // Phones go on alone meanwhile.
        server = await startMarquee(environment)
      }
      for (const device of devices) expect(await device.ended()).toBe('done')
      const counts = await client(server.base, { authorization: adminAuthorization }).staff(
        'GET',
        `/tickets/v1/door/counts?event=${eventId}`,
      )
      expect(counts.json).toMatchObject({ inside: guests.length, checked_in: guests.length })
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectEverybody(environment, { devices, guests, eventId })
      await expectCleanAudit(environment)
    },
  )
})

type Evening = {
  devices: readonly ReturnType<typeof startDevice>[]
  guests: readonly { id: number }[]
  eventId: number
}

async function expectEverybody(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' }: Record<string, string>,
  { devices, guests, eventId }: Evening,
) {
  const { db, close } = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
  const scans = await db
    .selectFrom('door_scans')
    .select(['device_id', 'attendee_id', 'merged'])
    .where('event_id', '=', eventId)
    .where('kind', '=', 'in')
    .execute()
  await close()
  const stands = new Set(['admitted', 'conflict'])
  for (const { id, green } of devices) {
    const own = scans.filter(scan => scan.device_id === id && stands.has(scan.merged))
    const stored = new Set(own.map(({ attendee_id }) => attendee_id))
    expect(green.filter(attendee => !stored.has(attendee))).toEqual([])
  }
  const admitted = scans.filter(({ merged }) => merged === 'admitted')
  expect(
    admitted.map(({ attendee_id }) => attendee_id).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual(guests.map(({ id }) => id))
}
