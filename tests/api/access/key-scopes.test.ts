// Database: in the short run a server alone, where there is one.
/** The scopes of an API key decide which of its owner's records and data it opens. */
import { expect, test } from 'vitest'
import { type Scope, scopes } from '../../../src/access/keys/rules.ts'
import { order, fillCart } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const owner = await app.makePerson('author')

async function keyOf(scope: Scope) {
  const body = { name: scope, scopes: [scope] }
  const { json } = await app.admin('POST', '/keys', { as: owner, body })
  return { authorization: `Bearer ${json.api_key}` }
}
const keys = new Map(
  await Promise.all(scopes.map(async scope => [scope, await keyOf(scope)] as const)),
)
const seeing: readonly Scope[] = ['read', 'events']

const eventId = await plantEvent(app, { status: 'draft', author_id: owner.userId })
const { id: ticketId } = await ticketOnSale(app, { eventId, name: 'Secret seat' })
const venue = { venue: 'Secret hall', status: 'draft' }
const { json: hall } = await app.events('POST', '/venues', { as: owner, body: venue })
const organizer = { organizer: 'Secret society', status: 'draft' }
const { json: society } = await app.events('POST', '/organizers', { as: owner, body: organizer })

test.each(scopes)(
  'a key with scope %s sees its owner’s drafts only if the scope is for reading them',
  async scope => {
    const as = keys.get(scope)
    if (!as) throw new Error('There is no key with this id.')
    const sees = seeing.includes(scope)
    const read = [
      await app.events('GET', `/events/${eventId}`, { as }),
      await app.events('GET', `/venues/${hall.id}`, { as }),
      await app.events('GET', `/organizers/${society.id}`, { as }),
      await app.tickets('GET', `/tickets/${ticketId}`, { as }),
    ]
    expect(read.map(({ status }) => status)).toEqual(
      sees ? [200, 200, 200, 200] : [403, 403, 403, 401],
    )
    const listed = await app.tickets('GET', '/tickets', {
      as,
      query: { post_status: 'any', status: 'any' },
    })
    expect(listed.json.tickets.length).toBe(sees ? 1 : 0)
    const wanted = { title: 'Mine' }
    const changed = await app.events('PATCH', `/events/${eventId}`, { as, body: wanted })
    expect(changed.status).toBe(scope === 'events' ? 200 : 403)
  },
)

test('authors see their own drafts even after losing their role', async () => {
  await app.db
    .updateTable('users')
    .set({ role: 'subscriber' })
    .where('id', '=', owner.userId)
    .execute()
  expect((await app.events('GET', `/events/${eventId}`, { as: owner })).status).toBe(200)
  await app.db.updateTable('users').set({ role: 'author' }).where('id', '=', owner.userId).execute()
})

test('a key that cannot read its owner’s records does not order in the owner’s name', async () => {
  const sale = await ticketOnSale(app)
  for (const scope of scopes) {
    const as = keys.get(scope)
    if (!as) throw new Error('There is no key with this id.')
    const cart_hash = await fillCart(app, sale.id)
    const got = await order(app, 'free', cart_hash, { as, body: { purchaser: null } })
    const code = seeing.includes(scope) ? undefined : 'invalid-purchaser-info'
    expect([scope, got.json.code]).toEqual([scope, code])
  }
})
