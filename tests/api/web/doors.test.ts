import { expect, test } from 'vitest'
import type { Role } from '../../../src/core/capabilities.ts'
import { anAttendee } from '../../support/attending.ts'
import { browser, personWithPassword } from '../../support/browser.ts'
import { personWith } from '../../support/granting.ts'
import { type Got, startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets } = app

async function signedIn(role: Role) {
  const { login } = await personWithPassword(app, role)
  const person = browser(app)
  await person.signIn(login)
  /** Sends a form of a page with what is hidden in it. */
  const send = (path: string, page: Got, form: Record<string, string>) => {
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    return person.post(path, { token: hidden('token'), event: hidden('event'), ...form })
  }
  return { open: person.get, send }
}

test('staff pair a phone on a page without scripts: its picture opens the address that pairs it, once', async () => {
  const guest = await anAttendee(app)
  const staff = await signedIn('administrator')
  const page = await staff.open(`/tickets-door?event=${guest.eventId}`)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Pair a phone')])
  expect(page.text).not.toContain('<script')
  const gate = await staff.send('/tickets-door/gates', page, { gate_name: 'Gate A', place: 'left' })
  expect(gate.status).toBe(303)
  const paired = await staff.send('/tickets-door/pair', page, { name: 'Ada’s phone' })
  expect([paired.status, paired.text]).toEqual([200, expect.stringContaining('data:image/svg+xml')])
  const [, token] = /\/door#([\w-]{43})</.exec(paired.text) ?? []
  const made = await tickets('POST', '/door/pairings', { body: { token } })
  expect([made.status, made.json.device.name]).toEqual([201, 'Ada’s phone'])
  const after = await staff.open(`/tickets-door?event=${guest.eventId}`)
  for (const shown of ['Gate A', 'Ada’s phone', 'paired', '0 inside, 1 expected']) {
    expect(after.text).toContain(shown)
  }
  expect(after.text).not.toContain(token)
  const revoked = await staff.send('/tickets-door/revoke', after, {
    device: String(made.json.device.id),
  })
  expect(revoked.status).toBe(303)
  const { revoked_at } = await db
    .selectFrom('door_devices')
    .select('revoked_at')
    .where('id', '=', made.json.device.id)
    .executeTakeFirstOrThrow()
  expect(revoked_at).not.toBeNull()
})

test('the page of the doors asks strangers to sign in, and is not there for others', async () => {
  const stranger = await browser(app).get('/tickets-door?event=5')
  expect([stranger.status, stranger.headers['location']]).toEqual([
    303,
    expect.stringContaining('/sign-in?next=%2Ftickets-door%3Fevent%3D5'),
  ])
  const subscriber = await signedIn('subscriber')
  expect((await subscriber.open('/tickets-door')).status).toBe(404)
})

test('a phone is paired only by somebody who signed in lately, and with a name', async () => {
  const guest = await anAttendee(app)
  const staff = await signedIn('administrator')
  const page = await staff.open(`/tickets-door?event=${guest.eventId}`)
  const nameless = await staff.send('/tickets-door/pair', page, { name: ' ' })
  expect([nameless.status, nameless.text]).toEqual([
    400,
    expect.stringContaining('A name is missing.'),
  ])
  app.clock.advance(11 * 60)
  const late = await staff.send('/tickets-door/pair', page, { name: 'Phone' })
  expect([late.status, late.text]).toEqual([
    400,
    expect.stringContaining('more than ten minutes ago'),
  ])
})

test('nobody sets up the doors of an event without the right there', async () => {
  const [mine, other] = [await anAttendee(app), await anAttendee(app)]
  const person = await personWith(app, { set: 'manager', eventId: mine.eventId })
  const shown = await app.admin('GET', '/door-devices', { as: person })
  expect(shown.status).toBe(200)
  const gate = await app.admin('POST', `/events/${other.eventId}/gates`, {
    as: person,
    body: { name: 'Gate' },
  })
  expect(gate.status).toBe(404)
})
