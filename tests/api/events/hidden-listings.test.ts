import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../src/core/capabilities.ts'
import { anAttendee, demandTrueCounts } from '../../support/attending.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

type Who = Role | 'anonymous'
type Query = Record<string, number | string>

async function aSale(hidden: boolean) {
  const eventId = await plantEvent(app, { hidden })
  const { id: ticketId } = await ticketOnSale(app, { eventId })
  const { id } = await anAttendee(app, { eventId, ticketId })
  return { eventId, ticketId, id }
}

let shown: Awaited<ReturnType<typeof aSale>>
let hidden: typeof shown
beforeAll(async () => {
  shown = await aSale(false)
  hidden = await aSale(true)
})

/** The events in a list of tickets or attendees; its total must agree. */
async function eventsIn(kind: 'tickets' | 'attendees', query: Query = {}, as: Who = 'anonymous') {
  const { json, headers } = await app.tickets('GET', `/${kind}`, { as, query })
  const rows: { post_id: number }[] = json[kind]
  expect([json.total, headers['x-et-total']]).toEqual([rows.length, String(rows.length)])
  return rows.map(({ post_id }) => post_id)
}

describe.each(['tickets', 'attendees'] as const)('the list of %s', kind => {
  test.each(['anonymous', 'subscriber', 'editor'] as const)(
    'hides from %s the events that are hidden from listings',
    async as => {
      expect(await eventsIn(kind, {}, as)).toEqual([shown.eventId])
      expect(await eventsIn(kind, { provider: 'tc' }, as)).toEqual([shown.eventId])
      expect(await eventsIn(kind, { exclude_post: shown.eventId }, as)).toEqual([])
      expect(await eventsIn(kind, { page: 1, per_page: 100 }, as)).toEqual([shown.eventId])
    },
  )

  test('shows staff the events that are hidden from listings', async () => {
    expect(await eventsIn(kind, {}, 'administrator')).toEqual([shown.eventId, hidden.eventId])
  })

  test('shows everybody the records of a hidden event that they name', async () => {
    expect(await eventsIn(kind, { include_post: hidden.eventId })).toEqual([hidden.eventId])
    const { id, ticketId } = hidden
    expect(await eventsIn(kind, { include: kind === 'tickets' ? ticketId : id })).toEqual([
      hidden.eventId,
    ])
  })
})

test('the attendees of an event hidden from listings are listed by the id of the event or of its ticket', async () => {
  expect(await eventsIn('attendees', { post_id: hidden.eventId })).toEqual([hidden.eventId])
  expect(await eventsIn('attendees', { ticket_id: hidden.ticketId })).toEqual([hidden.eventId])
  await demandTrueCounts(app)
})

test('an event hidden from listings is read by id, with its tickets and attendees', async () => {
  for (const path of [`/tickets/${hidden.ticketId}`, `/attendees/${hidden.id}`]) {
    expect((await app.tickets('GET', path)).status).toBe(200)
  }
})
