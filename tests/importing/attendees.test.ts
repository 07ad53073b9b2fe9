import { describe, expect, test } from 'vitest'
import { pairPhone } from '../support/door-phone.ts'
import { startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'

const app = await startApp()
const { db, admin } = app
const as = 'administrator' as const
const desk = ticketDesk(app)

const anEvent = () => desk.event()
const path = (event: number) => `/events/${event}/attendee-imports`
const plan = (event: number, csv: string, more: object = {}) =>
  admin('POST', `${path(event)}/plan`, { as, body: { csv, ...more } })
const run = (event: number, csv: string, more: object = {}) =>
  admin('POST', path(event), { as, body: { csv, ...more } })
const attendeesOf = (event: number) =>
  db.selectFrom('attendees').selectAll().where('event_id', '=', event).orderBy('id').execute()
const ticketsOf = (event: number) =>
  db.selectFrom('tickets').selectAll().where('event_id', '=', event).orderBy('id').execute()

const list = [
  'First name,Last name,Email,Ticket type,Barcode,Attendee status',
  'Ada,Byron,ada@example.org,Stalls,900000000001,Attending',
  'Bo,Diddley,,Balcony,900000000002,Attending',
  'Cy,Young,cy@example.org,Stalls,900000000003,Not Attending',
].join('\n')

describe('a list of attendees', () => {
  test('is planned without a change, and then made as planned', async () => {
    const event = await anEvent()
    const planned = await plan(event, list)
    expect(planned.json).toMatchObject({
      encoding: 'utf-8',
      delimiter: ',',
      lines: 3,
      made: 2,
      codes: 2,
      repeated: 0,
      refused: 1,
      mapping: {
        first_name: 'First name',
        last_name: 'Last name',
        email: 'Email',
        ticket: 'Ticket type',
        code: 'Barcode',
        status: 'Attendee status',
      },
      tickets: [
        { id: null, name: 'Stalls', places: 1 },
        { id: null, name: 'Balcony', places: 1 },
      ],
      refusals: [
        { line: 4, reason: 'Its ticket is cancelled, given back or not paid in the other system.' },
      ],
    })
    expect([await attendeesOf(event), await ticketsOf(event)]).toEqual([[], []])
    const done = await run(event, list, { plan: planned.json.plan })
    expect([done.status, done.json]).toMatchObject([
      201,
      {
        state: 'done',
        lines: 3,
        made: 2,
        codes: 2,
        repeated: 0,
        refused: 1,
        refusals: planned.json.refusals,
      },
    ])
    expect(await attendeesOf(event)).toMatchObject([
      {
        holder_name: 'Ada Byron',
        holder_email: 'ada@example.org',
        ticket_name: 'Stalls',
        order_id: null,
        order_status: 'completed',
        stock: 'taken',
      },
      { holder_name: 'Bo Diddley', holder_email: '', ticket_name: 'Balcony' },
    ])
    const shown = await admin('GET', `/attendee-imports/${done.json.id}`, { as })
    expect(shown.json).toEqual(done.json)
    const { json } = await admin('GET', path(event), { as })
    expect(json.imports).toMatchObject([{ id: done.json.id, made: 2 }])
  })

  test('makes ticket types that are free and not on sale', async () => {
    const event = await anEvent()
    await run(event, list)
    const [ticket] = await ticketsOf(event)
    expect(ticket).toMatchObject({ name: 'Stalls', price_minor: 0, mode: 'unlimited' })
    const { json } = await app.tickets('GET', `/tickets/${ticket?.id}`)
    expect(json).toMatchObject({ on_sale: false })
  })

  test('brings nobody twice, whoever is in the next one', async () => {
    const event = await anEvent()
    await run(event, list)
    const more = `${list}\nDi,Ana,di@example.org,Stalls,900000000004,Attending\nDi,Ana,di@example.org,Stalls,900000000004,Attending`
    const again = await run(event, more)
    expect(again.json).toMatchObject({ lines: 5, made: 1, repeated: 3, refused: 1 })
    expect(await attendeesOf(event)).toHaveLength(3)
  })

  test('is not run when it would do something else than was planned', async () => {
    const event = await anEvent()
    const planned = await plan(event, list)
    await run(event, list.split('\n').slice(0, 2).join('\n'))
    const late = await run(event, list, { plan: planned.json.plan })
    expect([late.status, late.json.code]).toEqual([409, 'attendee-import-changed'])
    expect(await attendeesOf(event)).toHaveLength(1)
  })

  test('takes places, and refuses lines for which none is left', async () => {
    const event = await anEvent()
    await desk.add(event, { name: 'Seat', ticket: { mode: 'own', capacity: 2 } })
    const csv = 'Name\nAda\nBo\nCy'
    const planned = await plan(event, csv)
    const done = await run(event, csv, { plan: planned.json.plan })
    const refusals = [{ line: 4, reason: 'No place of its ticket type is left.' }]
    expect(planned.json).toMatchObject({ made: 2, refusals })
    expect(done.json).toMatchObject({ made: 2, refusals })
  })

  test('shares the places that several ticket types draw on', async () => {
    const event = await anEvent()
    const shared = { mode: 'global', event_capacity: 3 }
    await desk.add(event, { name: 'One', ticket: shared })
    await desk.add(event, {
      name: 'Two',
      ticket: { mode: 'capped', capacity: 2, event_capacity: 3 },
    })
    const csv = 'Name,Ticket\nA,Two\nB,Two\nC,Two\nD,One\nE,One'
    const planned = await plan(event, csv)
    expect(planned.json.refusals.map(({ line }: { line: number }) => line)).toEqual([4, 6])
    const done = await run(event, csv, { plan: planned.json.plan })
    expect(done.json).toMatchObject({ made: 3, refusals: planned.json.refusals })
  })

  test('remembers what its columns are', async () => {
    const event = await anEvent()
    const csv = 'Who,Where\nAda,Stalls'
    const unknown = await plan(event, csv)
    expect([unknown.status, unknown.json.message]).toEqual([
      400,
      expect.stringContaining('mapping'),
    ])
    const mapping = JSON.stringify({ name: 'Who', ticket: 'Where' })
    await run(event, csv, { mapping })
    const other = await anEvent()
    const planned = await plan(other, 'Who,Where\nBo,Balcony')
    expect(planned.json).toMatchObject({ mapping: { name: 'Who', ticket: 'Where' }, made: 1 })
  })

  test('notes what the door has to know', async () => {
    const event = await anEvent()
    await run(event, 'Name,Note\nAda,wheelchair')
    const [ada] = await attendeesOf(event)
    const { json } = await app.tickets('GET', `/attendees/${ada?.id}/door-note`, { as })
    expect(json.door_note).toBe('wheelchair')
  })

  test('is refused with a sentence where it is none, naming the parameter', async () => {
    const event = await anEvent()
    const { json, status } = await plan(event, 'Name\n"Ada')
    expect([status, json.data.params]).toEqual([
      400,
      { csv: 'A quote that is opened in line 2 is never closed.' },
    ])
    const odd = await plan(event, 'Name\nAda', { mapping: '{' })
    expect(odd.json.data.params).toEqual({ mapping: 'mapping must be JSON.' })
    const strange = await plan(event, 'Name\nAda', { ticket: 1 })
    expect(strange.json.data.params).toEqual({ ticket: 'There is no such ticket at the event.' })
    expect((await plan(999_999, list)).status).toBe(404)
  })

  test('comes as a file in a form', async () => {
    const event = await anEvent()
    const boundary = 'list'
    const body = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="guests.csv"\r\nContent-Type: text/csv\r\n\r\nName\nSi\xe2n\r\n--${boundary}--\r\n`,
      'latin1',
    )
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const { json } = await admin('POST', path(event), { as, body, headers })
    expect(json).toMatchObject({ file: 'guests.csv', made: 1 })
    expect(await attendeesOf(event)).toMatchObject([{ holder_name: 'Siân' }])
  })
})

describe('a code of another system', () => {
  test('lets its guest in, once, and no other code does', async () => {
    const event = await anEvent()
    await run(event, list)
    const scan = (ticket: string) => app.tickets('POST', '/check-ins', { as, body: { ticket } })
    const first = await scan(' 900000000001 ')
    expect([first.status, first.json.attendee?.title]).toEqual([201, 'Ada Byron'])
    expect((await scan('900000000001')).json.error).toBe('attendee_already_checked_in')
    for (const wrong of ['900000000003', '900000000009', 'line ["Ada"]', ''])
      expect((await scan(wrong)).status).toBeGreaterThanOrEqual(400)
  })

  test('lets in at the phone of its event, and not at that of another', async () => {
    const event = await anEvent()
    const other = await anEvent()
    await run(event, 'Name,Code\nAda,AB-55501')
    const away = await pairPhone(app, other)
    expect(await away.results(away.scan({ ticket: 'AB-55501', verdict: 'waits' }))).toEqual([
      'refused',
    ])
    const phone = await pairPhone(app, event)
    const scan = (ticket: string) => phone.results(phone.scan({ ticket, verdict: 'waits' }))
    expect(await scan('AB-55502')).toEqual(['refused'])
    expect(await scan('AB-55501')).toEqual(['admitted'])
    expect(await scan('AB-55501')).toEqual(['repeat'])
  })

  test('ends when the ticket is passed on', async () => {
    const event = await anEvent()
    await run(event, 'Name,Email,Code\nAda,ada@example.org,XYZ-00001')
    const [ada] = await attendeesOf(event)
    await app.tickets('PATCH', `/attendees/${ada?.id}`, {
      as,
      body: { email: 'bo@example.org', full_name: 'Bo' },
    })
    const late = await app.tickets('POST', '/check-ins', { as, body: { ticket: 'XYZ-00001' } })
    expect([late.status, late.json.error]).toEqual([403, 'security_code_not_valid'])
  })
})

test('codes of eight letters that people bring are no wrong door codes, however many a phone sends at once', async () => {
  const event = await anEvent()
  const codes = Array.from({ length: 40 }, (_, at) => `QX${100_000 + at}`)
  const csv = ['Name,Barcode', ...codes.map((code, at) => `Guest ${at},${code}`)].join('\n')
  expect((await run(event, csv)).json).toMatchObject({ made: 40, codes: 40 })
  const phone = await pairPhone(app, event)
  const scans = codes.map(ticket => phone.scan({ ticket, verdict: 'waits' }))
  expect(await phone.results(...scans)).toEqual(codes.map(() => 'admitted'))
})

test('the same list that two people bring at once makes its people and its ticket types once', async () => {
  const event = await anEvent()
  const lines = Array.from({ length: 60 }, (_, at) => `Guest ${at},${at % 2 ? 'Stalls' : 'Box'}`)
  const csv = ['Name,Ticket type', ...lines].join('\n')
  const both = await Promise.all([run(event, csv), run(event, csv)])
  expect(both.map(({ status, json }) => [status, json.made + json.repeated])).toEqual([
    [201, 60],
    [201, 60],
  ])
  const names = (await ticketsOf(event)).map(({ name }) => name)
  expect([names.toSorted(), await attendeesOf(event)]).toEqual([
    ['Box', 'Stalls'],
    expect.objectContaining({ length: 60 }),
  ])
})
