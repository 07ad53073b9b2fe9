import { expect, test } from 'vitest'
import { openSealed } from '../../../door/src/read-code.ts'
import { anAttendee } from '../../support/attending.ts'
import { pairPhone } from '../../support/door-phone.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, admin } = app
const as = 'administrator' as const

test('answers that the door is shown are sealed with the name, of a date of birth the age only, and never sensitive ones', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const { position } = (await phone.list()).json
  const path = `/events/${guest.eventId}/questions`
  const attendee = { asked_of: 'attendee' }
  const ask = async (body: object) => {
    const { status, json } = await admin('POST', path, { as, body: { ...attendee, ...body } })
    return { status, json, id: json.id as number }
  }
  const born = await ask({ kind: 'date', text: { en: 'Date of birth' }, at_door: true })
  const size = await ask({ kind: 'text', text: { en: 'Shirt' }, at_door: true })
  const diet = await ask({ kind: 'text', text: { en: 'Diet' }, sensitive: true })
  for (const [body, member] of [
    [{ kind: 'text', text: { en: 'Access' }, sensitive: true, at_door: true }, 'at_door'],
    [{ kind: 'text', text: { en: 'Firm' }, asked_of: 'order', at_door: true }, 'at_door'],
  ] as const) {
    const { status, json } = await ask(body)
    expect([status, Object.keys(json.data.params)]).toEqual([400, [member]])
  }
  const answers = [
    { question: born.id, value: '2001-02-03' },
    { question: size.id, value: 'XL' },
    { question: diet.id, value: 'No nuts' },
  ]
  const told = await admin('PUT', `/attendees/${guest.id}/answers`, { as, body: { answers } })
  expect(told.status).toBe(200)
  await app.deps.following.catchUp()

  const { json, text } = await phone.changes(position)
  expect(json.rows).toMatchObject([{ id: guest.id, note: true }])
  expect(text).not.toMatch(/2001-02-03|XL|18\+|No nuts/)
  const { security_code: secret } = await db
    .selectFrom('attendees')
    .select('security_code')
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  const [row] = json.rows
  const opened = await openSealed(row.sealed, { ...row, secret })
  expect(opened?.answers).toEqual(['Date of birth: 18+', 'Shirt: XL'])
  const { json: asked } = await app.tickets('GET', `/events/${guest.eventId}/questions`)
  expect(JSON.stringify(asked)).not.toContain('at_door')
})

test('what a former holder answered is not shown of whoever comes with the ticket', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const born = await admin('POST', `/events/${guest.eventId}/questions`, {
    as,
    body: { kind: 'date', text: { en: 'Date of birth' }, asked_of: 'attendee', at_door: true },
  })
  const answer = async (value: string) => {
    await admin('PUT', `/attendees/${guest.id}/answers`, {
      as,
      body: { answers: [{ question: born.json.id, value }] },
    })
    // The database dates answers by its own clock, which the clock of this test does not move.
    await db.updateTable('answers').set({ given_at: app.clock.now() }).execute()
  }
  const shown = async () => {
    await app.deps.following.catchUp()
    const [row] = (await phone.list()).json.rows
    const { security_code: secret } = await db
      .selectFrom('attendees')
      .select('security_code')
      .where('id', '=', guest.id)
      .executeTakeFirstOrThrow()
    return (await openSealed(row.sealed, { ...row, secret }))?.answers ?? []
  }
  await answer('2001-02-03')
  expect(await shown()).toEqual(['Date of birth: 18+'])
  app.clock.advance(60)
  const passed = await app.tickets('PATCH', `/attendees/${guest.id}`, {
    as,
    body: { full_name: 'Bo Young', email: 'bo@example.org' },
  })
  expect(passed.status).toBe(201)
  expect(await shown()).toEqual([])
  app.clock.advance(60)
  await answer('2015-02-03')
  expect(await shown()).toEqual(['Date of birth: 16, under 18'])
})
