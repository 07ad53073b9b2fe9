// Database: in the short run a server alone, where there is one.
/**
 * Who sees which tickets and attendees, by the status of their events and their own: rows, masked values,
 * totals and single reads.
 */
import { expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { aBuyer, refund } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const own = await app.makePerson('author')
const keyFor = async (event?: number) => {
  const body = { name: 'Gate', ...(event !== undefined && { event }) }
  const made = await app.tickets('POST', '/scanner-keys', { as: 'administrator', body })
  return { authorization: `Bearer ${made.json.api_key}` }
}

const kinds = ['publish', 'protected', 'draft', 'pending', 'private', 'future', 'trash'] as const
type Kind = (typeof kinds)[number]
type Stage = { eventId: number; ticketId: number; attendeeId: number }
const stages = new Map<Kind, Stage>()
for (const kind of kinds) {
  const isProtected = kind === 'protected'
  const status = isProtected ? 'publish' : kind
  const event = { status, protected: isProtected, author_id: own.userId }
  const eventId = await plantEvent(app, event)
  const { id: ticketId } = await ticketOnSale(app, { eventId, name: `Xyzzy ${kind}` })
  const { id } = await anAttendee(app, { eventId, ticketId, holderName: `Plugh ${kind}` })
  stages.set(kind, { eventId, ticketId, attendeeId: id })
}
await app.db.updateTable('tickets').set({ search_text: 'xyzzy' }).execute()
const stage = (kind: Kind) => stages.get(kind)!
const open = stage('publish')
const hiddenTicket = await ticketOnSale(app, { eventId: open.eventId, status: 'draft' })
const ended = await aBuyer(app, open)
await refund(app, ended.orderId)
const shy = await anAttendee(app, {
  eventId: open.eventId,
  ticketId: open.ticketId,
  optedOut: true,
})

const callers = {
  anonymous: 'anonymous',
  subscriber: 'subscriber',
  contributor: 'contributor',
  author: 'author',
  own,
  editor: 'editor',
  administrator: 'administrator',
  scanner: await keyFor(),
  'scanner of the draft': await keyFor(stage('draft').eventId),
} as const
type Who = keyof typeof callers
const everybody = Object.keys(callers) as Who[]
const scanners = ['scanner', 'scanner of the draft'] as const

/** The readers of an event that is not public: its author, editors, administrators. */
const insiders: Who[] = ['own', 'editor', 'administrator']
const openKinds: Kind[] = ['publish', 'protected']
const get = (who: Who, path: string, query = {}) =>
  app.tickets('GET', path, { as: callers[who], query })
const statusesOf = async (path: string) => {
  const answers = await Promise.all(
    everybody.map(async who => [who, (await get(who, path)).status]),
  )
  return Object.fromEntries(answers) as Record<Who, number>
}
const expected = (readers: readonly Who[], refusal: number) =>
  Object.fromEntries(everybody.map(who => [who, readers.includes(who) ? 200 : refusal]))

test.each(kinds)(
  'a ticket of an event that is %s is visible to those who may read the event',
  async kind => {
    const readers = openKinds.includes(kind) ? everybody : insiders
    expect(await statusesOf(`/tickets/${stage(kind).ticketId}`)).toEqual(expected(readers, 401))
  },
)

test.each(kinds)(
  'whether an attendee is inside an event that is %s is told to its readers and its door',
  async kind => {
    const door: Who[] = kind === 'draft' ? [...scanners] : ['scanner']
    const readers =
      kind === 'publish'
        ? everybody.filter(who => who !== 'scanner of the draft')
        : [...insiders, ...door]
    expect(await statusesOf(`/qr/${stage(kind).attendeeId}`)).toEqual(expected(readers, 403))
  },
)

test.each(kinds)(
  'an attendee of an event that is %s is visible to its public, staff and door only',
  async kind => {
    const door: Who[] = kind === 'draft' ? [...scanners] : ['scanner']
    const readers =
      kind === 'publish'
        ? everybody.filter(who => who !== 'scanner of the draft')
        : (['administrator', ...door] as Who[])
    expect(await statusesOf(`/attendees/${stage(kind).attendeeId}`)).toEqual(expected(readers, 401))
  },
)

test('unpublished tickets and void or hidden attendees are visible to those who manage them only', async () => {
  expect(await statusesOf(`/tickets/${hiddenTicket.id}`)).toEqual(expected(insiders, 401))
  expect(await statusesOf(`/attendees/${ended.id}`)).toEqual(expected(['administrator'], 401))
  expect(await statusesOf(`/qr/${ended.id}`)).toEqual(expected(['administrator'], 403))
  expect(await statusesOf(`/attendees/${shy.id}`)).toEqual(
    expected(['administrator', 'scanner'], 401),
  )
})

const allStatuses = 'publish,draft,pending,private,future,trash'

const askedTickets = [
  { status: 'any' },
  { status: 'any', include_post: [...stages.values()].map(({ eventId }) => eventId) },
  { search: 'xyzzy' },
  { is_available: true, orderby: 'slug' },
  { available_until: '2100-01-01', currency: 'usd', provider: 'tc' },
] as const

test.each(everybody)(
  'no filter shows %s a ticket, or a total, beyond what single reads show',
  async who => {
    const isInside = insiders.includes(who)
    const readable = (isInside ? kinds : (['publish'] as const)).map(kind => stage(kind).ticketId)
    for (const asked of askedTickets) {
      const query = { post_status: allStatuses, per_page: 100, ...asked }
      const { json, headers } = await get(who, '/tickets', query)
      const rows = json.tickets as { id: number; title: string }[]
      expect([json.total, headers['x-et-total']]).toEqual([rows.length, String(rows.length)])
      // A password-protected row is listed without its content; a filter on the content leaves it out.
      const masked = rows.filter(({ title }) => title === 'No Access')
      expect(masked).toHaveLength(isInside || !('status' in asked) ? 0 : 1)
      const seen = rows.filter(row => !masked.includes(row)).map(({ id }) => id)
      const drafts = seen.filter(id => id === hiddenTicket.id)
      expect(drafts.length).toBeLessThanOrEqual(isInside ? 1 : 0)
      expect(new Set(seen)).toEqual(new Set([...readable, ...drafts]))
    }
  },
)

test.each(everybody)(
  'no filter shows %s an attendee, or a total, beyond what single reads show',
  async who => {
    const visible: Kind[] =
      who === 'administrator' || who === 'scanner'
        ? [...kinds]
        : who === 'scanner of the draft'
          ? ['draft']
          : ['publish']
    const besides = who === 'administrator' || who === 'scanner' ? [shy.id] : []
    for (const query of [
      { post_status: 'any', status: 'publish,trash', order_status: 'any' },
      { include: [...stages.values()].map(({ attendeeId }) => attendeeId) },
      {
        post_status: allStatuses,
        include_post: [...stages.values()].map(({ eventId }) => eventId),
      },
      { ticket_id: stage('draft').ticketId },
      { name: 'plugh', search: 'plugh' },
      { checkedin: false, email: 'ann', price_min: 0 },
    ]) {
      const got = await get(who, '/attendees', { per_page: 100, ...query })
      const ids = got.json.attendees.map(({ id }: { id: number }) => id)
      const allowed = new Set([
        ...visible.map(kind => stage(kind).attendeeId),
        ...besides,
        ...(who === 'administrator' ? [ended.id] : []),
      ])
      expect(ids.filter((id: number) => !allowed.has(id))).toEqual([])
      expect([got.json.total, got.headers['x-et-total']]).toEqual([ids.length, String(ids.length)])
      if ('include' in query)
        expect(new Set(ids)).toEqual(new Set(visible.map(kind => stage(kind).attendeeId)))
    }
  },
)
