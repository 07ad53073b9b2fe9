import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../support/any-character.ts'
import { AttendeeQuery } from '../../../src/ticketing/attendees/schema.ts'
import { anAttendee, demandTrueCounts } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { tickets } = app
const as = 'administrator' as const
const guest = await anAttendee(app)
const made = await tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
const scanner = { authorization: `Bearer ${made.json.api_key}` }

const numRuns = process.env['LONG'] === undefined ? 75 : 20_000
const odd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom('', ',', '-', '"', '%', '\\', '1,2', 'any', '9'.repeat(30), '2026-02-30', 'now'),
  fc.constantFrom(String(guest.id), String(guest.eventId), String(guest.ticketId), 'include'),
)

test('every list of attendees answers any parameters without a 5xx', async () => {
  const name = fc.constantFrom(...Object.keys(AttendeeQuery.properties))
  const query = fc.array(fc.tuple(name, odd), { maxLength: 5 }).map(Object.fromEntries)
  const who = fc.constantFrom('anonymous' as const, as, scanner)
  await fc.assert(
    fc.asyncProperty(query, who, async (sent, caller) => {
      const got = await tickets('GET', '/attendees', { as: caller, query: sent })
      expect(got.status).toBeLessThan(500)
    }),
    { numRuns },
  )
})

test('every write of attendees answers without a 5xx and leaves the counters right', async () => {
  const value = fc.oneof(odd, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]))
  const name = fc.constantFrom('check_in', 'full_name', 'email', 'attendee_status', 'optout')
  const body = fc.array(fc.tuple(name, value), { maxLength: 4 }).map(Object.fromEntries)
  await fc.assert(
    fc.asyncProperty(body, async sent => {
      const changed = await tickets('PATCH', `/attendees/${guest.id}`, { as, body: sent })
      expect(changed.status).toBeLessThan(500)
      const created = await tickets('POST', '/attendees', {
        as,
        body: { ticket_id: guest.ticketId, full_name: 'A', email: 'a@example.org', ...sent },
      })
      expect(created.status).toBeLessThan(500)
      const scanned = await tickets('POST', '/check-ins', {
        as: scanner,
        body: { ticket: 'x', ...sent, nonce: (sent as { email?: unknown }).email },
      })
      expect(scanned.status).toBeLessThan(500)
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  )
  await demandTrueCounts(app)
})
