import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

let people = 0
const draft = () => {
  people += 1
  return { login: `person-${people}`, email: `person-${people}@x.org`, role: 'author' }
}
const post = (body: object, key: string, header = 'idempotency-key') =>
  app.admin('POST', '/users', { as: 'administrator', body, headers: { [header]: key } })

test.each(['idempotency-key', 'x-idempotency-key'])(
  'a request repeated under the same key in %s happens once and is answered alike',
  async header => {
    const body = draft()
    const first = await post(body, `key-${people}`, header)
    const second = await post(body, `key-${people}`, header)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
  },
)

test('another request under a used idempotency key is refused and changes nothing', async () => {
  await post(draft(), 'taken')
  const other = draft()
  const refused = await post(other, 'taken')
  expect([refused.status, refused.json.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await post(other, 'free')).status).toBe(201)
})

test('of simultaneous requests with one key one happens; the others repeat its answer or must wait', async () => {
  const body = draft()
  const got = await Promise.all(Array.from({ length: 8 }, () => post(body, 'crowd')))
  const fresh = got.filter(
    ({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined,
  )
  expect(fresh).toHaveLength(1)
  expect(got.every(({ status }) => status === 201 || status === 409)).toBe(true)
})

test('a refusal is repeated unchanged, and invalid keys are named', async () => {
  const body = { ...draft(), login: 'person-1' }
  const first = await post(body, 'refused')
  const second = await post(body, 'refused')
  expect([first.status, first.json.code]).toEqual([409, 'rest_user_exists'])
  expect(second.status).toBe(409)
  expect((await post(draft(), 'two words')).json.code).toBe('idempotency_key_invalid')
})

test('equal keys of different callers are independent', async () => {
  const [one, other] = [
    await app.makePerson('administrator'),
    await app.makePerson('administrator'),
  ]
  const send = (person: { authorization: string }, body: object) =>
    app.admin('POST', '/users', { as: person, body, headers: { 'idempotency-key': 'shared' } })
  expect((await send(one, draft())).status).toBe(201)
  expect((await send(other, draft())).status).toBe(201)
})

test('the database contains neither the idempotency key nor the answer in readable form', async () => {
  const body = draft()
  await post(body, 'a-secret-key')
  const rows = await app.db.selectFrom('idempotency_keys').selectAll().execute()
  const text = rows.map(
    row => `${row.key_hash.toString('latin1')}${row.answer?.toString('latin1')}`,
  )
  expect(text.join()).not.toContain('a-secret-key')
  expect(text.join()).not.toContain(body.email)
})

test('a deletion repeated under its key is answered as before, though its record is gone', async () => {
  const as = 'administrator' as const
  const event = {
    title: 'Once',
    slug: 'once',
    status: 'publish',
    start_date: '2027-01-01 10:00',
    end_date: '2027-01-01 12:00',
  }
  await app.events('POST', '/events', { as, body: event })
  const { json: tag } = await app.events('POST', '/tags', { as, body: { name: 'Once' } })
  for (const path of ['/events/by-slug/once', `/tags/${tag.id}`]) {
    const remove = (key: string, who: 'administrator' | 'editor' = as) =>
      app.events('DELETE', path, { as: who, headers: { 'idempotency-key': key } })
    const first = await remove(`delete ${path}`.replaceAll(' ', '-'))
    const again = await remove(`delete ${path}`.replaceAll(' ', '-'))
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.json).toEqual(first.json)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await remove('another')).status).toBe(400)
    expect((await remove(`delete-${path}`, 'editor')).status).toBe(400)
  }
})
