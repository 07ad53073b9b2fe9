// Database: in the short run a server alone, where there is one.
/** What a credential may do to accounts, what a new password ends, and the last administrator. */
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/access/keys/create-key.ts'
import { type Scope, scopes } from '../../../src/access/keys/rules.ts'
import { roles } from '../../../src/core/capabilities.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { onPostgres } from '../../support/database.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { admin, db } = app
const as = 'administrator' as const
const { userId: administrator } = await app.person(as)

async function keyWith(...list: Scope[]) {
  const draft = { userId: administrator, name: list.join(), scopes: list }
  const { secret } = await createApiKey({ db, random: systemRandom }, draft)
  return { authorization: `Bearer ${secret}` }
}

let people = 0
function draftOf(more: object = {}) {
  people += 1
  return { login: `p${people}`, email: `p${people}@example.org`, role: 'subscriber', ...more }
}
async function make(more: object = {}) {
  const { status, json } = await admin('POST', '/users', { as, body: draftOf(more) })
  expect([status, json.code]).toEqual([201, undefined])
  return json
}
const rowOf = (id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

test('an account has any address that mail can be sent to', async () => {
  const { id } = await make({ email: 'zoë@exämple.org' })
  const changed = await admin('PATCH', `/users/${id}`, { as, body: { email: 'josé@example.org' } })
  expect([changed.status, changed.json.email]).toEqual([200, 'josé@example.org'])
  const refused = await admin('PATCH', `/users/${id}`, { as, body: { email: 'josé@example' } })
  expect(refused.status).toBe(400)
})

describe('no credential grants more than its own rights', () => {
  test.each(roles)(
    'a key for accounts alone cannot create, change or delete a %s with more rights',
    async role => {
      const key = await keyWith('users')
      const may = role === 'subscriber'
      const made = await admin('POST', '/users', { as: key, body: draftOf({ role }) })
      expect([made.status, made.json.code]).toEqual(
        may ? [201, undefined] : [403, 'rest_forbidden'],
      )
      const { id } = await make({ role })
      const before = await rowOf(id)
      for (const body of [
        { password: 'a password of mine' },
        { email: `taken-over-${role}@example.org` },
        { display_name: 'Mine' },
        { role: 'subscriber' },
      ]) {
        const { status } = await admin('PUT', `/users/${id}`, { as: key, body })
        expect([body, status]).toEqual([body, may ? 200 : 403])
      }
      if (!may) expect(await rowOf(id)).toEqual(before)
      const gone = await admin('DELETE', `/users/${id}`, { as: key })
      expect(gone.status).toBe(may ? 200 : 403)
    },
  )

  test('a key for accounts alone can promote nobody and grants no right that it lacks', async () => {
    const key = await keyWith('users')
    const { id } = await make()
    for (const body of [
      ...roles.filter(role => role !== 'subscriber').map(role => ({ role })),
      { grants: ['manage_attendees'] },
    ]) {
      const { status, json } = await admin('PATCH', `/users/${id}`, { as: key, body })
      expect([body, status, json.code]).toEqual([body, 403, 'rest_forbidden'])
    }
    const granted = { as: key, body: draftOf({ grants: ['manage_attendees'] }) }
    expect((await admin('POST', '/users', granted)).status).toBe(403)
    const wider = await keyWith('users', 'attendees')
    const body = { grants: ['manage_attendees'] }
    expect((await admin('PATCH', `/users/${id}`, { as: wider, body })).status).toBe(200)
  })

  test('a key with every scope has the rights of its owner but creates no credentials', async () => {
    const whole = await keyWith(...scopes)
    const { id } = await make({ role: 'administrator' })
    const body = { display_name: 'Known' }
    expect((await admin('PUT', `/users/${id}`, { as: whole, body })).status).toBe(200)
    const wanted = { as: whole, body: { name: 'More', scopes: ['read'] } }
    expect((await admin('POST', '/keys', wanted)).status).toBe(403)
    const path = `/users/${id}/application-passwords`
    expect((await admin('POST', path, { as: whole, body: { name: 'More' } })).status).toBe(403)
    expect((await admin('DELETE', `/users/${id}`, { as: whole })).status).toBe(200)
  })
})

describe('a new password', () => {
  test('revokes application passwords and keys, and lists the scanner keys that stay valid', async () => {
    const person = await app.makePerson('administrator')
    const { json: key } = await admin('POST', '/keys', {
      as: person,
      body: { name: 'Site', scopes: ['read'] },
    })
    const { json: gate } = await app.tickets('POST', '/scanner-keys', {
      as: person,
      body: { name: 'Gate' },
    })
    const path = `/users/${person.userId}`
    const other = await make()
    const reset = await admin('PUT', path, { as, body: { password: 'a whole new password' } })
    expect(reset.status).toBe(200)
    expect(reset.json.ended).toEqual({
      application_passwords: [expect.objectContaining({ name: 'tests', user_id: person.userId })],
      api_keys: [expect.objectContaining({ id: key.id, name: 'Site' })],
    })
    const end_with = `DELETE http://tickets.test/svc/tickets/v1/scanner-keys/${gate.id}`
    expect(reset.json.still_open.scanner_keys).toEqual([
      expect.objectContaining({ id: gate.id, name: 'Gate', event: null, end_with }),
    ])
    expect(reset.text).not.toContain('mqk_')
    const bearer = { authorization: `Bearer ${key.api_key}` }
    expect((await admin('GET', '/users', { as: person })).status).toBe(401)
    expect((await app.events('GET', '/events', { as: bearer })).status).toBe(401)
    const scanner = { authorization: `Bearer ${gate.api_key}` }
    expect((await app.tickets('GET', '/attendees', { as: scanner })).status).toBe(200)
    expect((await admin('GET', `/users/${other.id}`, { as })).status).toBe(200)
    const gone = await admin('DELETE', path, { as })
    expect(gone.json.still_open.scanner_keys).toHaveLength(1)
  })

  test('keeps credentials when asked to, and other changes of an account revoke none', async () => {
    const person = await app.makePerson('administrator')
    const path = `/users/${person.userId}`
    const body = { password: 'a whole new password', keep_keys: true }
    const kept = await admin('PUT', path, { as: person, body })
    expect(kept.json.ended).toEqual({ application_passwords: [], api_keys: [] })
    const renamed = await admin('PUT', path, { as: person, body: { display_name: 'Me' } })
    expect([renamed.status, renamed.json.ended]).toEqual([200, undefined])
  })

  test('of one’s own account also revokes the credential of that request, and the new password signs in', async () => {
    const { login, id } = await make({ role: 'administrator', password: 'the first password' })
    const first = await admin('POST', '/sign-in', {
      body: { login, password: 'the first password' },
    })
    const basic = Buffer.from(`${login}:${first.json.password}`).toString('base64')
    const own = { authorization: `Basic ${basic}` }
    const body = { password: 'the second password' }
    const changed = await admin('PUT', `/users/${id}`, { as: own, body })
    expect(changed.json.ended.application_passwords[0].id).toBe(first.json.id)
    expect((await admin('GET', '/keys', { as: own })).status).toBe(401)
    const again = await admin('POST', '/sign-in', {
      body: { login, password: 'the second password' },
    })
    expect(again.status).toBe(201)
  })
})

describe('logins and addresses', () => {
  test('no login is somebody else’s address and no address somebody else’s login, in any case of letters', async () => {
    const mail = await make({ email: 'Box.Office@Example.org' })
    const like = await make({ login: 'Chief@example.org' })
    for (const more of [
      { login: 'box.office@example.ORG' },
      { email: 'chief@Example.org' },
      { login: 'CHIEF@example.org' },
      { email: 'box.office@example.org' },
    ]) {
      const { status, json } = await admin('POST', '/users', { as, body: draftOf(more) })
      expect([more, status, json.code]).toEqual([more, 409, 'rest_user_exists'])
    }
    const body = { email: 'CHIEF@example.org' }
    expect((await admin('PUT', `/users/${mail.id}`, { as, body })).status).toBe(409)
    // A login may equal the account's own address.
    expect((await admin('PUT', `/users/${like.id}`, { as, body })).status).toBe(200)
    const same = { email: 'BOX.office@example.org' }
    expect((await admin('PUT', `/users/${mail.id}`, { as, body: same })).status).toBe(200)
  })

  test.runIf(onPostgres)(
    'simultaneous writes of the same login and address are refused but one',
    async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const name = `twin-${turn}@example.org`
        const got = await Promise.all([
          admin('POST', '/users', { as, body: draftOf({ login: name }) }),
          admin('POST', '/users', { as, body: draftOf({ email: name }) }),
          admin('POST', '/users', { as, body: draftOf({ email: name.toUpperCase() }) }),
        ])
        expect(got.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
      }
    },
  )
})

describe('the last administrator', async () => {
  const own = await startApp()
  const last = await own.person('administrator')
  const left = () =>
    own.db.selectFrom('users').select('id').where('role', '=', 'administrator').execute()

  test('can be neither deleted nor demoted by anybody', async () => {
    const path = `/users/${last.userId}`
    const attempts = [
      await own.admin('DELETE', path, { as }),
      await own.admin('PUT', path, { as, body: { role: 'editor' } }),
    ]
    for (const { status, json } of attempts) {
      expect([status, json.code]).toEqual([409, 'rest_last_administrator'])
    }
    expect((await own.admin('PUT', path, { as, body: { role: 'administrator' } })).status).toBe(200)
  })

  test('stays when all administrators step down, or remove each other, at the same time', async () => {
    const other = await own.makePerson('administrator')
    const third = await own.makePerson('administrator')
    const down = { body: { role: 'subscriber' } }
    const stepped = await Promise.all(
      [last, other, third].map(one =>
        own.admin('PUT', `/users/${one.userId}`, { as: one, ...down }),
      ),
    )
    expect(stepped.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
    await own.db.updateTable('users').set({ role: 'administrator' }).execute()
    const removed = await Promise.all([
      own.admin('DELETE', `/users/${last.userId}`, { as: other }),
      own.admin('DELETE', `/users/${other.userId}`, { as: third }),
      own.admin('DELETE', `/users/${third.userId}`, { as: last }),
    ])
    // A request whose credential ends while it waits for its turn is refused like any with an ended
    // credential.
    for (const { status } of removed) expect([200, 401, 409]).toContain(status)
    expect((await left()).length).toBeGreaterThan(0)
  })
})
