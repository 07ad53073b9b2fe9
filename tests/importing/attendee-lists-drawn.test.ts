import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planAttendees } from '../../src/importing/attendees/plan-attendees.ts'
import { startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'
import { listFile, type ListLine } from './list-files.ts'

const app = await startApp()
const { db, admin } = app
const as = 'administrator' as const
const desk = ticketDesk(app)
const isLong = process.env['LONG'] !== undefined

const anEvent = () => desk.event()
const path = (event: number) => `/events/${event}/attendee-imports`
const attendeesOf = (event: number) =>
  db.selectFrom('attendees').selectAll().where('event_id', '=', event).orderBy('id').execute()

/** What should become of the lines of a file, told simply: who is made, in order, and how many came before. */
function expectation(lines: readonly ListLine[]) {
  const seen = new Set<string>()
  const made: string[] = []
  let [repeated, refused] = [0, 0]
  for (const { name, email, ticket, code } of lines) {
    const isBad = email === 'no address' || code === '123' || ticket === ''
    const key = code === '' ? JSON.stringify([name, email, ticket]) : code
    const cannotBeKey = email === 'no address' || code === '123'
    if (cannotBeKey) refused += 1
    else if (seen.has(key)) repeated += 1
    else if (isBad) refused += 1
    else made.push(name)
    if (!cannotBeKey) seen.add(key)
  }
  return { made, repeated, refused }
}

test('200 files of every form do what was planned, and a second run does nothing', async () => {
  await fc.assert(
    fc.asyncProperty(listFile, async ({ lines, bytes, how }) => {
      const event = await anEvent()
      await desk.add(event, { name: 'Seat', ticket: { mode: 'unlimited' } })
      await desk.add(event, { name: 'Other', ticket: { mode: 'unlimited' } })
      const given = {
        bytes,
        eventId: event,
        mapping: undefined,
        ticketId: undefined,
        makesTypes: true,
        rowsMost: 100,
      }
      const planned = await planAttendees(db, given)
      if ('problems' in planned) throw new Error(`${how}: ${JSON.stringify(planned.problems)}`)
      const expected = expectation(lines)
      expect({
        how,
        made: planned.placed.map(({ guest }) => guest.name),
        repeated: planned.repeats.length,
        refused: planned.refused.length,
      }).toEqual({ how, ...expected })
      const boundary = 'b'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="l.csv"\r\n\r\n`
      const send = () =>
        admin('POST', path(event), {
          as,
          body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        })
      const done = await send()
      expect({ how, ...done.json }).toMatchObject({
        how,
        made: expected.made.length,
        repeated: expected.repeated,
        refused: expected.refused,
      })
      expect((await attendeesOf(event)).map(row => row.holder_name)).toEqual(expected.made)
      const again = await send()
      expect([how, again.json.made]).toEqual([how, 0])
    }),
    { numRuns: isLong ? 200 : 5 },
  )
})

test.runIf(isLong)('100,000 lines are planned, made and recognised', async () => {
  const event = await anEvent()
  const rows = Array.from(
    { length: 100_000 },
    (_, at) => `Guest ${at},g${at}@example.org,Stalls,C-${1_000_000 + at}`,
  )
  const bytes = Buffer.from(['Name,Email,Ticket,Code', ...rows].join('\n'))
  const { importAttendees } = await import('../../src/importing/attendees/import-attendees.ts')
  const given = {
    bytes,
    eventId: event,
    mapping: undefined,
    ticketId: undefined,
    makesTypes: true,
    rowsMost: 200_000,
  }
  const planned = await planAttendees(db, given)
  if ('problems' in planned) throw new Error('The list is none.')
  expect(planned.placed).toHaveLength(100_000)
  const context = {
    event: { id: event, timezone: 'UTC' },
    fileName: '',
    userId: null,
    actor: undefined,
  }
  const done = await importAttendees(app.deps, planned, context)
  expect([done.made, done.codes, done.refused.length]).toEqual([100_000, 100_000, 0])
  const again = await planAttendees(db, given)
  expect(again).toMatchObject({ placed: [], refused: [] })
})
