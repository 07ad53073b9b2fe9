import { expect, test } from 'vitest'
import type { Role } from '../../../src/core/capabilities.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

let made = 0
/** A venue and an organizer that their author has not published. */
async function drafts(as: Role = 'author') {
  made += 1
  const send = async (path: string, body: object) =>
    (await app.events('POST', path, { as, body: { status: 'draft', ...body } })).json.id as number
  return {
    venue: await send('/venues', { venue: `Hall ${made}` }),
    organizer: await send('/organizers', { organizer: `Troupe ${made}` }),
  }
}

const times = { start_date: '2027-01-01 19:00', end_date: '2027-01-01 22:00' }
const create = async (body: object, as: Role = 'author') => {
  const got = await app.events('POST', '/events', {
    as,
    body: { title: 'Play', ...times, ...body },
  })
  expect(got.status).toBe(201)
  return got.json
}

/** The venue and organizers that the public sees at an event. */
async function shownTo(eventId: number) {
  const { json } = await app.events('GET', `/events/${eventId}`)
  return { venue: json.venue.id, organizer: json.organizer[0]?.id }
}
const nothing = { venue: undefined, organizer: undefined }

test('an event created as published publishes the linked drafts of its author', async () => {
  const linked = await drafts()
  const event = await create(linked)
  expect(event.venue).toMatchObject({ id: linked.venue, status: 'publish' })
  expect(await shownTo(event.id)).toEqual(linked)
  for (const path of [`/venues/${linked.venue}`, `/organizers/${linked.organizer}`]) {
    expect((await app.events('GET', path)).status).toBe(200)
  }
})

test('a published event publishes drafts that are linked to it later', async () => {
  const { id } = await create({})
  const linked = await drafts()
  await app.events('PATCH', `/events/${id}`, { as: 'author', body: linked })
  expect(await shownTo(id)).toEqual(linked)
})

test('an update does not publish again a record that its author unpublished', async () => {
  const linked = await drafts()
  const { id } = await create(linked)
  const body = { status: 'draft' }
  await app.events('PATCH', `/venues/${linked.venue}`, { as: 'author', body })
  await app.events('PATCH', `/organizers/${linked.organizer}`, { as: 'author', body })
  await app.events('PATCH', `/events/${id}`, { as: 'author', body: { ...linked, title: 'New' } })
  expect(await shownTo(id)).toEqual(nothing)
})

test('others’ drafts stay drafts, and so do those linked to a draft event', async () => {
  const others = await drafts('author')
  const event = await create(others, 'administrator')
  expect(await shownTo(event.id)).toEqual(nothing)
  const linked = await drafts()
  await create({ ...linked, status: 'draft' })
  expect((await app.events('GET', `/venues/${linked.venue}`)).status).toBe(403)
})

test('a scheduled event publishes its linked drafts when it is published', async () => {
  const linked = await drafts()
  const { id } = await create({ ...linked, date: '2026-11-21 13:00:00' })
  expect((await app.events('GET', `/venues/${linked.venue}`)).status).toBe(403)
  app.clock.advance(3600)
  expect(await shownTo(id)).toEqual(linked)
})
