import { expect, test } from 'vitest'
import { erasePerson } from '../../../src/cli/person.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp, type TestRequest } from '../../support/start-app.ts'

const app = await startApp()
type As = Pick<TestRequest, 'as'>

const save = (as: As, body: object) => app.admin('POST', '/views', { ...as, body })
const namesOf = async (as: As) => {
  const { json } = await app.admin('GET', '/views', as)
  return json.views.map(({ name }: { name: string }) => name)
}
const query = 'filter.status=paid,open&sort=-total&columns=number,who,total'

test('a view is the address of a list, saved for its owner and replaced under the same name', async () => {
  const eventId = await eventOnSale(app)
  const ada = { as: await personWith(app, { set: 'finance', eventId }) }
  const bob = { as: await personWith(app, { set: 'finance', eventId }) }
  const made = await save(ada, { list: 'orders', name: 'Dearest', query })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({
    list: 'orders',
    name: 'Dearest',
    query,
    shared: false,
    own: true,
  })
  const link = new URL(made.json.link)
  expect((await app.admin('GET', `/orders${link.search}`, ada)).status).toBe(200)
  const again = await save(ada, { list: 'orders', name: 'dearest', query: '?sort=created' })
  expect(again.json).toMatchObject({ id: made.json.id, query: 'sort=created' })
  expect(await namesOf(ada)).toEqual(['dearest'])
  expect(await namesOf(bob)).toEqual([])
  const gone = await app.admin('DELETE', `/views/${made.json.id}`, bob)
  expect(gone).toMatchObject({ status: 404, json: { code: 'rest_view_not_found' } })
  expect((await app.admin('DELETE', `/views/${made.json.id}`, ada)).json).toEqual({ deleted: true })
  expect(await namesOf(ada)).toEqual([])
})

test('a shared view is seen by whoever may read all that it names, and by nobody else', async () => {
  const eventId = await eventOnSale(app)
  const lead = { as: await personWith(app, { set: 'manager', eventId: null }) }
  const money = { as: await personWith(app, { set: 'finance', eventId }) }
  const office = { as: await personWith(app, { set: 'box_office', eventId }) }
  const name = 'Shared by total'
  const { json } = await save(lead, { list: 'orders', name, query, shared: true })
  expect(await namesOf(money)).toContain(name)
  expect(await namesOf(office)).not.toContain(name)
  expect(await namesOf({ as: await personWith(app, { set: 'door', eventId }) })).toEqual([])
  expect((await app.admin('DELETE', `/views/${json.id}`, money)).status).toBe(403)
  expect((await app.admin('DELETE', `/views/${json.id}`, office)).status).toBe(404)
  const refused = await save(money, { list: 'orders', name: 'Mine', query, shared: true })
  expect(refused.status).toBe(403)
  expect((await app.admin('DELETE', `/views/${json.id}`, { as: 'administrator' })).status).toBe(200)
})

test('only what the list would answer is saved', async () => {
  const eventId = await eventOnSale(app)
  const office = { as: await personWith(app, { set: 'box_office', eventId }) }
  const bad = await save(office, { list: 'orders', name: 'Bad', query: 'filter.colour=red' })
  expect(bad).toMatchObject({ status: 400, json: { code: 'rest_invalid_param' } })
  expect((await save(office, { list: 'orders', name: 'Dear', query: 'sort=total' })).status).toBe(
    403,
  )
  const door = { as: await personWith(app, { set: 'door', eventId }) }
  expect((await save(door, { list: 'orders', name: 'Any', query: '' })).status).toBe(403)
  expect((await save(office, { list: 'coupons', name: 'Any', query: '' })).status).toBe(400)
})

test('an account has at most 100 views, and erasing a person deletes those that look for it', async () => {
  const eventId = await eventOnSale(app)
  const ada = { as: await personWith(app, { set: 'manager', eventId }) }
  await save(ada, { list: 'orders', name: 'Hers', query: 'search=grace%2bx@Example.net' })
  const others = Array.from({ length: 99 }, (_, n) => ({
    list: 'events',
    name: `View ${n}`,
    query: '',
  }))
  for (const view of others) expect((await save(ada, view)).status).toBe(201)
  const more = await save(ada, { list: 'events', name: 'One more', query: '' })
  expect(more).toMatchObject({ status: 409, json: { code: 'rest_too_many_views' } })
  expect((await save(ada, { list: 'events', name: 'View 0', query: 'sort=starts' })).status).toBe(
    201,
  )
  await erasePerson(app.db, 'grace+x@example.net')
  expect(await namesOf(ada)).not.toContain('Hers')
})
