import { expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { onPostgres } from '../../support/database.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets } = app
const as = 'administrator' as const
const create = (body: object) => tickets('POST', '/scanner-keys', { as, body })

test('a scanner key is shown once and stored as a hash', async () => {
  const made = await create({ name: 'North gate' })
  expect([made.status, made.json]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'North gate',
      event: null,
      created_at: expect.any(String),
      expires_at: null,
      last_used_on: null,
      api_key: expect.stringMatching(/^mqs_[\w-]{43}$/),
    },
  ])
  const list = await tickets('GET', '/scanner-keys', { as })
  const { api_key, ...shown } = made.json
  expect(list.json).toContainEqual(shown)
  expect(list.text).not.toContain(api_key)
  const stored = await db.selectFrom('scanner_keys').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(api_key)
})

test('a scanner key tells when it was last used, and is refused after its deletion', async () => {
  const { json } = await create({ name: 'South gate' })
  const scanner = { authorization: `Bearer ${json.api_key}` }
  const { id, security_code } = await anAttendee(app)
  const query = { ticket_id: id, security_code }
  expect((await tickets('GET', '/qr', { as: scanner, query })).status).toBe(201)
  const list = await tickets('GET', '/scanner-keys', { as })
  expect(list.json.find((key: { id: number }) => key.id === json.id).last_used_on).toMatch(
    /^\d{4}-\d\d-\d\d$/,
  )
  const path = `/scanner-keys/${json.id}`
  const gone = [await tickets('DELETE', path, { as }), await tickets('DELETE', path, { as })]
  expect(gone.map(({ status }) => status)).toEqual([200, 404])
  expect((await tickets('GET', '/attendees', { as: scanner })).status).toBe(401)
  const byParameter = await tickets('GET', '/qr', { query: { ...query, api_key: json.api_key } })
  expect([byParameter.status, byParameter.json.error]).toEqual([400, 'api_key_not_valid'])
})

test('a scanner key may be for one event, which must exist', async () => {
  const event = await eventOnSale(app)
  expect((await create({ name: 'Hall', event })).json.event).toBe(event)
  const unknown = await create({ name: 'Hall', event: 999_999_999 })
  expect([unknown.status, Object.keys(unknown.json.data.params)]).toEqual([400, ['event']])
  expect((await create({})).json.data.params).toEqual(['name'])
})

test('scanner keys are created, listed and deleted by administrators only', async () => {
  const { json } = await create({ name: 'Gate' })
  const scanner = { authorization: `Bearer ${json.api_key}` }
  for (const [who, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
    ['editor', 403],
    [scanner, 403],
  ] as const) {
    const got = [
      await tickets('GET', '/scanner-keys', { as: who }),
      await tickets('POST', '/scanner-keys', { as: who, body: { name: 'x' } }),
      await tickets('DELETE', `/scanner-keys/${json.id}`, { as: who }),
    ]
    expect(got.map(answer => answer.status)).toEqual([status, status, status])
  }
})

test('a scanner key can write check-ins and nothing else', async () => {
  const { json } = await create({ name: 'Gate' })
  const scanner = { authorization: `Bearer ${json.api_key}` }
  const { id } = await anAttendee(app)
  const body = { check_in: true, full_name: 'Eve' }
  expect((await tickets('PATCH', `/attendees/${id}`, { as: scanner, body })).status).toBe(403)
  const made = { ticket_id: 1, full_name: 'Eve', email: 'eve@example.org' }
  expect((await tickets('POST', '/attendees', { as: scanner, body: made })).status).toBeGreaterThan(
    399,
  )
  expect((await app.admin('GET', '/keys', { as: scanner })).status).toBe(403)
})

test.runIf(onPostgres)(
  'an administrator who loses the credential during the request creates no scanner key',
  async () => {
    const thief = await app.makePerson('administrator')
    const owner = await app.database.pool.connect()
    try {
      await owner.query('begin')
      await owner.query('update users set display_name = login where id = $1', [thief.userId])
      await owner.query('delete from application_passwords where user_id = $1', [thief.userId])
      const asked = tickets('POST', '/scanner-keys', { as: thief, body: { name: 'Stolen' } })
      const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      const locked = async () => (await app.database.pool.query(waiting)).rowCount
      await expect.poll(locked, { timeout: 10_000, interval: 10 }).toBe(1)
      await owner.query('commit')
      expect((await asked).status).toBe(401)
    } finally {
      await owner.query('rollback')
      owner.release()
    }
  },
)
