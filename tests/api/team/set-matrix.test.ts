import { expect, test } from 'vitest'
import { type GrantSet, grantSetNames } from '../../../src/core/rights.ts'
import { fillCart } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
let drawn = 0

/** An event with one completed order, and the addresses of what belongs to it. */
async function plant() {
  const eventId = await eventOnSale(app)
  const { id: ticketId } = await ticketOnSale(app, { eventId })
  const cart_hash = await fillCart(app, ticketId)
  const purchaser = { name: 'Ada', email: 'ada@example.org' }
  const body = { cart_hash, purchaser }
  const { json } = await app.tickets('POST', '/commerce/free/order', { body })
  const { id: attendee } = await app.db
    .selectFrom('attendees')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return { eventId, ticketId, order: json.id as number, attendee }
}

const [own, other] = [await plant(), await plant()]
type EventRecords = typeof own

type Ask = (place: EventRecords) => [method: string, path: string, body?: object]
const tickets = '/svc/tickets/v1'
const admin = '/svc/admin/v1'

/** What each set may do at its event, written by hand from the contract (28.1). */
const mayCall: Record<string, { ask: Ask; sets: readonly GrantSet[] }> = {
  'read an order': {
    ask: ({ order }) => ['GET', `${tickets}/orders/${order}`],
    sets: ['manager', 'finance', 'box_office', 'reader'],
  },
  'note something in an order': {
    ask: ({ order }) => ['POST', `${tickets}/orders/${order}/notes`, { note: 'Called.' }],
    sets: ['manager', 'finance', 'box_office'],
  },
  'give back an order': {
    ask: ({ order }) => ['POST', `${tickets}/orders/${order}/refunds`, { amount: '1.00' }],
    sets: ['manager', 'finance'],
  },
  'ask what a refund would do': {
    ask: ({ order }) => ['POST', `${tickets}/orders/${order}/refunds/preview`, { amount: '1.00' }],
    sets: ['manager', 'finance'],
  },
  'read the page of an order': {
    ask: ({ order }) => ['GET', `${admin}/orders/${order}`],
    sets: ['manager', 'finance', 'box_office', 'reader'],
  },
  'read what happened to an order': {
    ask: ({ order }) => ['GET', `${admin}/orders/${order}/timeline`],
    sets: ['manager', 'finance', 'box_office', 'reader'],
  },
  'correct a purchaser': {
    ask: ({ order }) => ['PATCH', `${admin}/orders/${order}`, { name: 'Ada King' }],
    sets: ['manager', 'finance', 'box_office'],
  },
  'correct a holder': {
    ask: ({ attendee }) => ['PATCH', `${admin}/attendees/${attendee}`, { name: 'Ada King' }],
    sets: ['manager', 'box_office'],
  },
  'send mails of an order again': {
    ask: ({ order }) => ['POST', `${admin}/orders/${order}/mails`, {}],
    sets: ['manager', 'finance', 'box_office'],
  },
  'note something about an attendee': {
    ask: ({ attendee }) => ['POST', `${admin}/attendees/${attendee}/notes`, { text: 'Ramp.' }],
    sets: ['manager', 'box_office'],
  },
  'ask what a move to another ticket would do': {
    ask: ({ attendee, ticketId }) => [
      'POST',
      `${admin}/attendees/${attendee}/moves/preview`,
      { ticket: ticketId, price: 'keep' },
    ],
    sets: ['manager', 'box_office'],
  },
  'correct an attendee': {
    ask: ({ attendee }) => ['PATCH', `${tickets}/attendees/${attendee}`, { optout: true }],
    sets: ['manager', 'box_office'],
  },
  'check an attendee in': {
    ask: ({ attendee }) => ['PATCH', `${tickets}/attendees/${attendee}`, { checked_in: true }],
    sets: ['manager', 'box_office', 'door'],
  },
  'add an attendee by hand': {
    ask: ({ ticketId }) => [
      'POST',
      `${tickets}/attendees`,
      { ticket_id: ticketId, full_name: 'Guest', email: 'guest@example.org' },
    ],
    sets: ['manager', 'box_office'],
  },
  'change the event': {
    ask: ({ eventId }) => ['PATCH', `/svc/events/v1/events/${eventId}`, { featured: true }],
    sets: ['manager'],
  },
  'read what mails of the event say': {
    ask: ({ eventId }) => ['GET', `${tickets}/events/${eventId}/mail-texts`],
    sets: ['manager'],
  },
  'make a scanner key': {
    ask: ({ eventId }) => ['POST', `${tickets}/scanner-keys`, { name: 'Door', event: eventId }],
    sets: ['manager'],
  },
  'let a helper in': {
    ask: ({ eventId }) => [
      'POST',
      `${admin}/team`,
      { email: `helper-${(drawn += 1)}@example.org`, set: 'door', event: eventId },
    ],
    sets: ['manager'],
  },
}

/** What concerns the site: nobody with an event, and managers of the site but for the last two. */
const ofSite = [
  '/svc/tickets/v1/coupons',
  '/svc/tickets/v1/fees',
  `${admin}/messages`,
  `${admin}/audit`,
]
const ofAdministrators = [`${admin}/mail-texts`, `${admin}/users`]

const isRefused = (status: number, code: unknown) =>
  [401, 403, 404].includes(status) || code === 'invalid-attendee-id'

test.each(grantSetNames)(
  '%s may at its event what the set contains, and nothing at another',
  async set => {
    const as = await personWith(app, { set, eventId: own.eventId })
    const wrong: string[] = []
    for (const [what, { ask, sets }] of Object.entries(mayCall)) {
      for (const place of [own, other]) {
        const [method, path, body] = ask(place)
        const { status, json } = await app.call(method, path, { as, ...(body && { body }) })
        const isMine = place === own && sets.includes(set)
        if (isRefused(status, json?.code) === isMine)
          wrong.push(`${what} ${place === own ? 'here' : 'elsewhere'}: ${status} ${json?.code}`)
      }
    }
    for (const path of [...ofSite, ...ofAdministrators]) {
      const { status } = await app.call('GET', path, { as })
      if (status !== 403) wrong.push(`${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  },
)

test('a manager of the site may also what concerns no single event, but not what is of administrators', async () => {
  const as = await personWith(app, { set: 'manager', eventId: null })
  const statusOf = async (path: string) => (await app.call('GET', path, { as })).status
  for (const path of ofSite) expect([path, await statusOf(path)]).toEqual([path, 200])
  for (const path of ofAdministrators) expect([path, await statusOf(path)]).toEqual([path, 403])
  const signUp = `${tickets}/commerce/cardprocessor/sign-up`
  expect((await app.call('POST', signUp, { as })).status).toBe(403)
})
