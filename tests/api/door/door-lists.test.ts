// What helps when everything is dead: names found by phones that may search, a phone's file, and the list on paper (contract.md 34.8, 34.9).
import { expect, test } from 'vitest'
import { anAttendee, attendees, demandTrueCounts } from '../../support/attending.ts'
import { browser, personWithPassword } from '../../support/browser.ts'
import { type Phone, pairPhone, sealFile } from '../../support/door-phone.ts'
import { type Got, startApp } from '../../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: 'off' })
const { admin, tickets, clock } = app
const as = 'administrator' as const

test('a phone that may search finds people by parts of their names, and lets them in; every other is refused', async () => {
  const guest = await anAttendee(app, { holderName: 'Orla Quill' })
  const { eventId } = guest
  await attendees(app, 3, { eventId, ticketId: guest.ticketId })
  const phone = await pairPhone(app, eventId, { profile: 'search' })
  const search = (who: Phone, text: string) =>
    tickets('GET', '/door/search', { as: who.as, query: { event: eventId, search: text } })
  const hits = await search(phone, 'qui orl')
  expect([hits.status, hits.json]).toEqual([
    200,
    [expect.objectContaining({ id: guest.id, name: 'Orla Quill', state: 'valid', inside: false })],
  ])
  expect(hits.headers['cache-control']).toContain('no-store')
  expect((await search(phone, 'nobody')).json).toEqual([])
  expect(await phone.results(phone.scan({ attendee: guest.id, verdict: 'waits' }))).toEqual([
    'admitted',
  ])
  expect((await search(phone, 'quill')).json[0].inside).toBe(true)
  const other = await search(await pairPhone(app, eventId), 'quill')
  expect([other.status, other.json.code]).toEqual([403, 'door-search-not-allowed'])
  // Too little to mean somebody: it would find everybody.
  for (const little of ['q', '   ', ' . . .', 'a a a', '@ .', '\u0301\u0301\u0301'])
    expect([little, (await search(phone, little)).status]).toEqual([little, 400])
})

/** What a phone saved that let these guests in, some minutes before the service and it lost each other for good. */
function fileOf(phone: Phone, event: number, scans: Record<string, unknown>[]) {
  return sealFile(phone.secret, {
    device: phone.id,
    event,
    saved_at: phone.now(),
    skew_ms: -5000,
    scans: scans as never,
  })
}

test('the file that a phone saved counts as if the phone had sent it, once, and only as it was saved', async () => {
  const guests = await attendees(app, 2)
  const { eventId } = guests[0]!
  const phone = await pairPhone(app, eventId)
  const file = fileOf(phone, eventId, [
    phone.letIn(guests[0]!),
    phone.letIn(guests[1]!),
    phone.letIn(guests[1]!),
  ])
  const take = (body: object) => admin('POST', `/door-devices/${phone.id}/scans`, { as, body })
  const edited = { ...file, scans: [{ ...file.scans[0]!, attendee: guests[1]!.id }] }
  const refused = await take(edited)
  expect([refused.status, refused.json.code]).toEqual([422, 'door-file-not-valid'])
  const taken = await take(file)
  expect([taken.status, taken.json]).toEqual([
    200,
    {
      scans: 3,
      ends: [
        { result: 'admitted', scans: 2 },
        { result: 'conflict', scans: 1 },
      ],
    },
  ])
  expect((await take(file)).json).toEqual(taken.json)
  const { json } = await tickets('GET', '/door/counts', { as, query: { event: eventId } })
  expect(json).toMatchObject({ inside: 2, conflicts: 1 })
  // The phone comes back, and sends the same.
  expect(
    (await phone.send(file.scans as never)).json.results.map(
      ({ result }: { result: string }) => result,
    ),
  ).toEqual(['admitted', 'admitted', 'conflict'])
  await demandTrueCounts(app)
})

async function signedIn() {
  const { login } = await personWithPassword(app, 'administrator')
  const person = browser(app)
  await person.signIn(login)
  const send = (path: string, page: Got, form: Record<string, string>) => {
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    return person.post(path, { token: hidden('token'), event: hidden('event'), ...form })
  }
  return { open: person.get, send, file: person.postFile }
}

test('the printed list has everybody by last name with what is owed, and its ticks come back as scans of the list', async () => {
  const paid = await anAttendee(app, { holderName: 'Orla Quill' })
  const { eventId, ticketId } = paid
  const [owes] = await attendees(app, 1, {
    eventId,
    ticketId,
    holderName: 'Zoë Ångström',
    orderStatus: 'pending',
    paidMinor: 4500,
  })
  const staff = await signedIn()
  const list = await staff.open(`/tickets-door/list?event=${eventId}`)
  expect(list.status).toBe(200)
  expect(list.text).not.toContain('<script')
  expect(list.text.indexOf('Ångström, Zoë')).toBeLessThan(list.text.indexOf('Quill, Orla'))
  expect(list.text).toMatch(/<strong>to pay: \$45\.00<\/strong>/)
  for (const shown of ['Page 1 of 2', 'Page 2 of 2', 'printed ', 'U–Z'])
    expect(list.text).toContain(shown)
  expect(list.text.split('☐')).toHaveLength(1 + 2 + 30)

  const page = await staff.open(`/tickets-door/ticks?event=${eventId}&search=quill`)
  expect(page.text).toContain('Orla Quill')
  expect(page.text).not.toContain('Ångström')
  const none = await staff.send('/tickets-door/ticks', page, { time: '19:30' })
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('Nobody is ticked.')])
  const ticked = await staff.send('/tickets-door/ticks', page, {
    time: '19:30',
    came: String(paid.id),
  })
  expect([ticked.status, ticked.text]).toEqual([
    200,
    expect.stringContaining('1 place was checked in.'),
  ])
  // The same form again is no second admission.
  await staff.send('/tickets-door/ticks', page, { time: '19:30', came: String(paid.id) })
  const { json } = await tickets('GET', '/door/counts', { as, query: { event: eventId } })
  expect(json).toMatchObject({ inside: 1, conflicts: 0 })
  const { json: attendee } = await tickets('GET', `/attendees/${paid.id}`, { as })
  expect(attendee.checkin_details).toMatchObject({ device: 'Printed list' })

  // A phone that was offline let in the one who still owes: it is a conflict, and so is a tick for somebody a phone let in.
  const phone = await pairPhone(app, eventId)
  expect(await phone.results(phone.letIn(paid), phone.letIn(owes!))).toEqual([
    'conflict',
    'conflict',
  ])
  const listed = await admin('GET', '/door-devices', { as })
  expect(listed.json.map(({ name }: { name: string }) => name)).not.toContain('Printed list')
  await demandTrueCounts(app)
})

test('a file is taken on the page too, and one that is no phone’s is refused in a sentence', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const staff = await signedIn()
  const page = await staff.open(`/tickets-door?event=${guest.eventId}`)
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(page.text) ?? []
  const upload = (content: string) =>
    staff.file('/tickets-door/file', { token, event: String(guest.eventId) }, content)
  const taken = await upload(JSON.stringify(fileOf(phone, guest.eventId, [phone.letIn(guest)])))
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('1 scan was taken.')])
  for (const wrong of [
    '',
    'x',
    '{}',
    JSON.stringify({ ...fileOf(phone, guest.eventId, []), seal: 'x' }),
  ]) {
    expect((await upload(wrong)).status).toBe(400)
  }
  const late = { ...phone.letIn(guest), seq: 9 }
  const gap = await upload(JSON.stringify(fileOf(phone, guest.eventId, [late])))
  expect([gap.status, gap.text]).toEqual([
    400,
    expect.stringContaining('are missing: save the file'),
  ])
  await admin('DELETE', `/door-devices/${phone.id}`, { as })
  const revoked = await upload(JSON.stringify(fileOf(phone, guest.eventId, [{ ...late, seq: 2 }])))
  expect([revoked.status, revoked.text]).toEqual([400, expect.stringContaining('was revoked')])
})

/** Ticks these guests at a time of day, each page of this many people at once. */
async function tickAt(time: string, guest: { id: number; eventId: number }, people = 1) {
  const staff = await signedIn()
  const page = await staff.open(`/tickets-door/ticks?event=${guest.eventId}`)
  const sent = Array.from({ length: people }, () =>
    staff.send('/tickets-door/ticks', page, { time, came: String(guest.id) }),
  )
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200))
}

test('who is ticked by several people at once came in once', async () => {
  const guest = await anAttendee(app)
  await tickAt('19:30', guest, 3)
  const { json } = await tickets('GET', '/door/counts', { as, query: { event: guest.eventId } })
  expect(json).toMatchObject({ inside: 1, conflicts: 0 })
  expect(json.gates).toEqual([{ gate: null, came_in: 1, went_out: 0 }])
})

test('a time on the printed list is that of the evening, also after midnight, and of the last day that was', async () => {
  const cameIn = async (time: string, end: string, now: string) => {
    const guest = await anAttendee(app)
    await app.db
      .updateTable('events')
      .set({ end_local: end.replace('T', ' ').slice(0, 19), ends_at: end })
      .where('id', '=', guest.eventId)
      .execute()
    clock.set(new Date(now))
    await tickAt(time, guest)
    const { json } = await tickets('GET', `/attendees/${guest.id}`, { as })
    const row = await app.db
      .selectFrom('attendees')
      .select('checked_in_at')
      .where('id', '=', guest.id)
      .executeTakeFirstOrThrow()
    expect(json.checked_in).toBe(true)
    return row.checked_in_at?.toISOString().slice(0, 16)
  }
  const night = '2031-06-02T03:00:00Z'
  expect(await cameIn('00:30', night, '2031-06-02T09:00:00Z')).toBe('2031-06-02T00:30')
  expect(await cameIn('19:30', night, '2031-06-02T09:00:00Z')).toBe('2031-06-01T19:30')
  expect(await cameIn('18:15', night, '2031-06-02T20:00:00Z')).toBe('2031-06-01T18:15')
  const days = '2031-06-03T23:00:00Z'
  expect(await cameIn('19:30', days, '2031-06-02T22:00:00Z')).toBe('2031-06-02T19:30')
  expect(await cameIn('23:30', days, '2031-06-02T22:00:00Z')).toBe('2031-06-01T23:30')
})
