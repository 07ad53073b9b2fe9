// Two phones with a network scan the same ticket at the same moment (contract.md 34.6).
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { attendees, demandTrueCounts } from '../support/attending.ts'
import { onPostgres } from '../support/database.ts'
import { codeOf, type Phone, pairPhone } from '../support/door-phone.ts'
import { startApp } from '../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined

describe('simultaneous scans of phones', async () => {
  const app = await startApp({ RATE_LIMIT: 'off' })
  const { database, config, clock, log } = { ...app, log: app.deps.log }
  // On a server, further applications handle a part of the scans; they meet only in PostgreSQL.
  const others = onPostgres ? [await another(), await another()] : []
  const services = [app, ...others]
  async function another() {
    const other = await createApp({ database, config, log, random: app.deps.random, clock })
    await other.http.ready()
    afterAll(() => other.close())
    return other
  }

  async function scan(
    at: number,
    phone: Phone,
    event: number,
    verdict: 'waits' | 'admitted',
    guest: { id: number; security_code: string },
  ) {
    const { http } = services[at % services.length]!
    const { json } = await http
      .inject({
        method: 'POST',
        url: `/${config.apiVendor}/tickets/v1/door/scans`,
        headers: phone.as,
        payload: {
          event,
          sent_at: phone.now(),
          scans: [phone.scan({ attendee: guest.id, code: codeOf(guest), verdict })],
        },
      })
      .then(answer => ({ json: answer.json<{ results: { result: string }[] }>() }))
    return json.results[0]!.result
  }

  const mergedOf = async (attendeeId: number) =>
    (
      await app.db
        .selectFrom('door_scans')
        .select('merged')
        .where('attendee_id', '=', attendeeId)
        .execute()
    ).map(({ merged }) => merged)

  test.each(['waits', 'admitted'] as const)(
    'are green exactly once for each ticket, where a phone %s',
    async verdict => {
      const guests = await attendees(app, isLong ? 300 : 15)
      const { eventId } = guests[0]!
      const phones: Phone[] = []
      for (let at = 0; at < 6; at += 1)
        phones.push(await pairPhone(app, eventId, { name: `P${at}` }))
      for (const guest of guests) {
        const results = await Promise.all(
          phones.map((phone, at) => scan(at, phone, eventId, verdict, guest)),
        )
        // Who let in alone learns afterwards which scan stands; who waits is told once, and that is true for ever.
        const ends = verdict === 'waits' ? results : await mergedOf(guest.id)
        expect(ends.filter(end => end === 'admitted')).toHaveLength(1)
        const rest = verdict === 'waits' ? 'repeat' : 'conflict'
        expect(ends.filter(end => end === rest)).toHaveLength(phones.length - 1)
        expect((await mergedOf(guest.id)).filter(end => end === 'admitted')).toHaveLength(1)
      }
      expect(await phones[0]!.counts()).toMatchObject({
        inside: guests.length,
        checked_in: guests.length,
      })
      await demandTrueCounts(app)
    },
  )
})
