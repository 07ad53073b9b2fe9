// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressHash, bounceAddress } from '../../../src/messaging/outbox/rules.ts'
import type { DeclaredRoute } from '../../../src/platform/http/route.ts'
import { knownValues, type Parts, recipes } from '../../support/fuzz/recipes.ts'
import { onWire, requestsOf } from '../../support/fuzz/requests.ts'
import { listen } from '../../support/fuzz/wire.ts'
import { plantWorld } from '../../support/fuzz/world.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

// What buyers, devices and providers send. Their changes stand in the order's history, the door's log and
// entries of their own (tests/api/audit/entries.test.ts).
const notOfStaff = [
  'admin POST /sign-in',
  // Needs a browser that is signed in (tests/api/team/team.test.ts).
  'admin POST /session/confirm',
  // These too (tests/api/access/second-factor.test.ts).
  'admin POST /me/second-factor',
  'admin POST /me/second-factor/confirm',
  'admin POST /me/second-factor/recovery-codes',
  'admin DELETE /me/second-factor',
  'admin DELETE /me/sessions',
  // They write nothing.
  'admin POST /attendees/:id/moves/preview',
  'admin POST /events/:id/attendee-imports/plan',
  'tickets POST /orders/:id/refunds/preview',
  // A plan changes nothing but itself.
  'admin POST /plans',
  // These need a plan, and each its own state of a run (tests/api/organising/runs.test.ts).
  'admin POST /runs',
  'admin POST /runs/:id/:move',
  'admin POST /runs/:id/items/:n/given',
  // Needs two tickets of one event (tests/flows/moves.test.ts).
  'admin POST /attendees/:id/moves',
  'tickets POST /orders/links',
  'tickets GET /qr',
  'tickets POST /check-ins',
  'tickets POST /door/pairings',
  'tickets POST /door/scans',
  // Brought in by staff: each scan is written as the phone's own.
  'admin POST /door-devices/:id/scans',
  'tickets POST,PUT,PATCH /cart',
  'tickets POST /coupons/validate',
  'tickets POST /coupons/apply',
  'tickets POST /coupons/remove',
  'tickets POST /commerce/free/order',
  ...['cardprocessor', 'stripe', 'wallet', 'paypal'].flatMap(segment => [
    `tickets POST /commerce/${segment}/order`,
    `tickets POST /commerce/${segment}/order/:order_id`,
    `tickets DELETE /commerce/${segment}/order/:order_id`,
    `tickets POST /commerce/${segment}/webhook`,
  ]),
  // The merchant comes back from the provider (tests/flows/connecting.test.ts).
  ...['cardprocessor', 'stripe'].map(segment => `tickets GET /commerce/${segment}/return`),
  ...['wallet', 'paypal'].flatMap(segment => [
    `tickets POST /commerce/${segment}/on-boarding`,
    `tickets GET /commerce/${segment}/on-boarding`,
  ]),
  // Needs the provider itself; its nonce is written as that of the card's sign-up is.
  ...['wallet', 'paypal'].map(segment => `tickets POST /commerce/${segment}/sign-up`),
]

const app = await startApp({ OPEN_CARTS_PER_ADDRESS: '100000' })
const world = await plantWorld(app)
const send = await listen(app)
const { authorization } = await app.person('administrator')

const nameOf = ({ namespace, methods, path }: DeclaredRoute) =>
  `${namespace.split('/')[1]} ${methods.join()} ${path}`
const isWrite = ({ methods, spec }: DeclaredRoute) =>
  !methods.includes('GET') || spec.writes === true
const ofStaff = app.routes.filter(route => isWrite(route) && !notOfStaff.includes(nameOf(route)))

async function plantMessage(state: 'queued' | 'failed') {
  const made = await app.admin('POST', '/messages/test', {
    as: 'administrator',
    body: { to: 'ada@example.org' },
  })
  const { id } = made.json as { id: number }
  await app.db.updateTable('messages').set({ state }).where('id', '=', id).execute()
  return { id }
}

/** Mails and addresses, of which the world has none. */
async function mailRecipes(): Promise<Record<string, fc.Arbitrary<Parts>>> {
  const address_hash = addressHash(app.deps.secrets.order, 'gone@example.org')
  await app.db
    .insertInto('suppressions')
    .values({ address_hash, scope: 'all', reason: 'It came back.', at: new Date(0) })
    .execute()
  const sent = await plantMessage('queued')
  await app.db.updateTable('messages').set({ state: 'sent' }).where('id', '=', sent.id).execute()
  const ofMails = { kind: 'order.confirmed', locale: 'en' }
  const ofEvents = fc.constant({ id: await plantEvent(app), ...ofMails })
  const wording = { subject: 'Your tickets', intro: 'The doors open at seven.' }
  return {
    '/users/:id/links': fc
      .constantFrom(...world.users)
      .map(({ userId }) => ({ params: { id: userId } })),
    '/messages/:id/retry': fc.constant({ params: await plantMessage('failed') }),
    '/messages/:id/withdraw': fc.constant({ params: await plantMessage('queued') }),
    'PUT /mail-texts/:kind/:locale': fc.constant({ params: ofMails, body: wording }),
    'DELETE /mail-texts/:kind/:locale': fc.constant({ params: ofMails }),
    'PUT /events/:id/mail-texts/:kind/:locale': ofEvents.map(params => ({ params, body: wording })),
    'DELETE /events/:id/mail-texts/:kind/:locale': ofEvents.map(params => ({ params })),
    '/messages/test': fc.constant({ body: { to: 'ada@example.org' } }),
    '/bounces': fc.constant({ body: { raw: bounceOf(sent.id) } }),
    '/suppressions': fc.constant({ body: { email: 'gone@example.org' } }),
  }
}

const bounceOf = (id: number) =>
  [
    `To: ${bounceAddress(app.deps.secrets.order, 'bounces@playhouse.example', id)}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=report"',
    '',
    '--=report',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--=report',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; ada@example.org',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--=report--',
    '',
  ].join('\r\n')

/** What a change of each kind of record changes; a change that changes nothing has no entry. */
const changes = {
  '/events/:id': { title: 'Changed' },
  '/events/by-slug/:slug': { title: 'Changed again' },
  '/venues/:id': { venue: 'Changed' },
  '/venues/by-slug/:slug': { venue: 'Changed again' },
  '/organizers/:id': { organizer: 'Changed' },
  '/organizers/by-slug/:slug': { organizer: 'Changed again' },
  '/categories/:id': { description: 'Changed' },
  '/tags/:id': { description: 'Changed' },
  '/users/:id': { display_name: 'Changed' },
  '/attendees/:id': { full_name: 'Changed' },
  '/tickets/:id': { name: 'Changed' },
  '/coupons/:id': { display_name: 'Changed' },
  '/fees/:id': { display_name: 'Changed' },
}

function changing(known: Record<string, fc.Arbitrary<Parts>>) {
  return Object.entries(changes).map(([path, body]) => {
    const name = `POST,PUT,PATCH ${path}`
    const recipe = known[name] ?? known[path] ?? fc.constant<Parts>({})
    return [name, recipe.map(parts => ({ ...parts, body: { ...parts.body, ...body } }))] as const
  })
}

const known = recipes(world)
const means = {
  known: { ...knownValues(world), to: ['ada@example.org'] },
  recipes: { ...known, ...Object.fromEntries(changing(known)), ...(await mailRecipes()) },
  picture: world.content,
}
const drawsMost = 10

/** Sends requests to the route until one leaves an entry; returns what was answered when none does. */
async function unaudited(route: DeclaredRoute): Promise<string | undefined> {
  const answers: string[] = []
  for (const request of fc.sample(requestsOf(route, means).straight, {
    numRuns: drawsMost,
    seed: 1,
  })) {
    const id = `walk-${nameOf(route)}-${answers.length}`.replace(/[^\w.-]/g, '-').slice(-64)
    const headers = { ...request.headers, 'x-request-id': id }
    const { status } = await send(
      onWire({ ...request, headers }, `/${route.namespace}`, authorization),
    )
    answers.push(String(status))
    const { rows } = await sql`
      select from audit_entries where request_id = ${id} and actor_kind = 'user' and operation is not null
    `.execute(app.db)
    if (rows.length > 0) {
      return status < 300 ? undefined : `${nameOf(route)}: ${status}, and an entry`
    }
  }
  return `${nameOf(route)}: ${answers.join(' ')}`
}

test('every route by which staff or keys write leaves an entry, and only what was done has one', async () => {
  const without: string[] = []
  for (const route of ofStaff) {
    const found = await unaudited(route)
    if (found !== undefined) without.push(found)
  }
  expect(without).toEqual([])
  expect(ofStaff.length).toBeGreaterThan(40)
})

test('the routes that staff do not write through are named by hand', () => {
  const names = app.routes.filter(isWrite).map(nameOf)
  expect(notOfStaff.filter(name => !names.includes(name))).toEqual([])
})
