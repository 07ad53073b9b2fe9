import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { signInJobs } from '../../../src/access/sessions/jobs.ts'
import { issueSingleNonce } from '../../../src/access/nonces/single-nonce.ts'
import { erasePerson } from '../../../src/cli/person.ts'
import { anAttendee } from '../../support/attending.ts'
import { browser, personWithPassword } from '../../support/browser.ts'
import { aFilledCart, order } from '../../support/buying.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const { userId: administrator } = await app.person(as)
const dates = { start_date: '2027-01-01 18:00', end_date: '2027-01-01 20:00' }

const list = async (query: Record<string, string | number> = {}) => {
  const { status, json } = await app.admin('GET', '/audit', { as, query })
  expect([status, json.code]).toEqual([200, undefined])
  return json as { entries: any[]; more: boolean }
}
const newest = async () => (await list({ limit: 1 })).entries[0]?.id ?? 0
/** The entries that the work leaves, oldest first. */
async function left(work: () => Promise<unknown>) {
  const last = await newest()
  await work()
  const { entries } = await list({ limit: 200 })
  return entries.filter(({ id }) => id > last).toReversed()
}
async function anEvent(more: object = {}) {
  const { json } = await app.events('POST', '/events', {
    as,
    body: { title: 'Ostrich', ...dates, ...more },
  })
  return json.id as number
}

describe('an entry', () => {
  test('says who changed what, from what to what, and in which request', async () => {
    const id = await anEvent()
    const headers = { 'x-request-id': 'a-change' }
    const [entry] = await left(() =>
      app.events('PATCH', `/events/${id}`, { as, headers, body: { title: 'Emu' } }),
    )
    expect(entry).toMatchObject({
      actor: { type: 'user', id: administrator, name: 'password:1', login: 'administrator-1' },
      request_id: 'a-change',
      operation: 'updateEvent',
      action: 'changed',
      record: { type: 'event', id, part: null },
      before: { title: 'Ostrich' },
      after: { title: 'Emu' },
      personal: null,
    })
  })

  test('has no secret: it tells that there is a new one', async () => {
    const account = { login: 'grace', email: 'grace@example.org', role: 'subscriber' }
    const body = { ...account, password: 'correct horse battery' }
    const made = await left(() => app.admin('POST', '/users', { as, body }))
    expect(made).toMatchObject([
      {
        after: { password_hash: 'a new secret', role: 'subscriber' },
        personal: { after: { login: 'grace', email: 'grace@example.org' } },
      },
    ])
    const { json } = await app.admin('POST', '/sign-in', {
      body: { login: 'grace', password: body.password },
    })
    const all = JSON.stringify(await list({ limit: 200 }))
    for (const secret of [body.password, json.password, 'argon2', '\\\\x'])
      expect(all).not.toContain(secret)
    expect((await list({ limit: 1 })).entries).toMatchObject([
      {
        actor: { type: 'user', id: json.user_id },
        operation: 'signIn',
        record: { type: 'application_password' },
      },
    ])
  })

  test('names the job that published an event by its date', async () => {
    const id = await anEvent({ status: 'future', date: '2026-11-21 12:10:00' })
    const entries = await left(async () => {
      app.clock.advance(3600)
      await app.events('GET', '/events')
    })
    expect(entries).toMatchObject([
      {
        actor: { type: 'job', id: null, name: 'events.publish' },
        record: { type: 'event', id },
        before: { status: 'future' },
        after: { status: 'publish' },
      },
    ])
  })

  test('names the job that deletes what has expired, and nobody who signs in or makes a link then', async () => {
    const [ann, bob] = [
      await personWithPassword(app, 'author'),
      await personWithPassword(app, 'author'),
    ]
    const linkFor = (id: number) =>
      app.admin('POST', `/users/${id}/links`, { as, body: { purpose: 'sign-in' } })
    await browser(app).signIn(ann.login)
    await linkFor(ann.id)
    await issueSingleNonce(app.deps, { action: 'connect-card', userId: ann.id })
    app.clock.advance(13 * 3600)
    const theirs = await left(async () => {
      await browser(app).signIn(bob.login)
      await linkFor(bob.id)
      await issueSingleNonce(app.deps, { action: 'connect-card', userId: bob.id })
    })
    expect(theirs.map(({ action }) => action)).toEqual(['created', 'created'])
    const ofJob = await left(() => signInJobs(app.deps).handlers['sign-ins.forget'].run())
    const by = { actor: { type: 'job', name: 'sign-ins.forget' }, action: 'deleted' }
    expect(ofJob).toMatchObject([
      { ...by, record: { type: 'session' }, before: { user_id: ann.id } },
      { ...by, record: { type: 'sign_in_link' }, before: { user_id: ann.id } },
      { ...by, record: { type: 'sign_up' }, before: { user_id: ann.id } },
    ])
  })

  test('names the key that let somebody in; a ticket that is refused leaves none', async () => {
    const guest = await anAttendee(app)
    const key = (await app.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })).json
    const ticket = `http://tickets.test/?ticket_id=${guest.id}&security_code=${guest.security_code}`
    const bearer = { authorization: `Bearer ${key.api_key}` }
    const scan = () => app.tickets('POST', '/check-ins', { as: bearer, body: { ticket } })
    const entries = await left(async () => {
      expect((await scan()).status).toBe(201)
      expect((await scan()).status).toBe(403)
    })
    expect(entries).toMatchObject([
      {
        actor: { type: 'scanner', id: key.id },
        record: { type: 'attendee', id: guest.id, part: 'check-in' },
        after: { kind: 'admitted' },
      },
    ])
  })
})

describe('no entry is left', () => {
  test('by a write that is refused, at once or in its transaction', async () => {
    const id = await anEvent()
    const coupon = { slug: 'half', amount: 50, sub_type: 'percent' }
    await app.tickets('POST', '/coupons', { as, body: coupon })
    const entries = await left(async () => {
      const bad = [
        await app.events('PATCH', `/events/${id}`, { as, body: { start_date: 'never' } }),
        await app.events('PATCH', `/events/${id}`, { as: 'subscriber', body: { title: 'Mine' } }),
        await app.tickets('POST', '/coupons', { as, body: coupon }),
        await app.events('DELETE', `/events/${id + 100_000}`, { as }),
      ]
      expect(bad.every(({ status }) => status >= 400)).toBe(true)
    })
    expect(entries).toEqual([])
  })

  test('by a request that is sent again under its idempotency key', async () => {
    const sent = { as, headers: { 'idempotency-key': 'once' }, body: { title: 'Kiwi', ...dates } }
    const entries = await left(async () => {
      await app.events('POST', '/events', sent)
      await app.events('POST', '/events', sent)
    })
    expect(entries).toHaveLength(1)
  })

  test('by buyers, whose order stands in its history; their requests send not one statement more', async () => {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
    let sent: string[] = []
    const entries = await left(async () => {
      sent = await statementsOf(app, async () => {
        expect((await order(app, 'free', cart_hash)).status).toBe(200)
      })
    })
    expect(entries).toEqual([])
    expect(sent.filter(text => /audit|marquee\.actor/.test(text))).toEqual([])
  })
})

test('a write of staff sends not one statement more: BEGIN names who writes', async () => {
  const id = await anEvent()
  const sent = await statementsOf(app, () =>
    app.events('PATCH', `/events/${id}`, { as, body: { title: 'Emu' } }),
  )
  expect(sent.filter(text => text.includes('marquee.actor'))).toEqual([
    expect.stringMatching(/^begin isolation level read committed; set local marquee\.actor = '/),
  ])
  expect(sent.filter(text => text.includes('audit'))).toEqual([])
})

describe('the list', () => {
  test('is narrowed by record, actor, operation, request and time', async () => {
    const id = await anEvent()
    const headers = { 'x-request-id': 'narrow' }
    await app.events('PATCH', `/events/${id}`, { as, headers, body: { title: 'Emu' } })
    const count = async (query: Record<string, string | number>) =>
      (await list(query)).entries.length
    expect(await count({ record: 'event', record_id: id })).toBe(2)
    expect(await count({ record: 'event', record_id: id, operation: 'updateEvent' })).toBe(1)
    expect(await count({ request_id: 'narrow', actor: 'user', actor_id: administrator })).toBe(1)
    expect(await count({ request_id: 'narrow', actor: 'job' })).toBe(0)
    const { entries } = await list({ request_id: 'narrow' })
    expect(await count({ request_id: 'narrow', since: entries[0].at })).toBe(1)
    expect(await count({ request_id: 'narrow', until: entries[0].at })).toBe(0)
  })

  test('goes on behind the last entry of a page', async () => {
    await anEvent()
    await anEvent()
    const first = await list({ limit: 1 })
    const next = await list({ limit: 1, before: first.entries[0].id })
    expect([first.more, next.entries[0].id < first.entries[0].id]).toEqual([true, true])
  })

  test('refuses what it cannot use by name', async () => {
    const query = { record_id: 1, actor_id: 1, since: 'yesterday', limit: 1000 }
    const { status, json } = await app.admin('GET', '/audit', { as, query })
    expect([status, Object.keys(json.data.params).toSorted()]).toEqual([400, ['limit', 'since']])
    const alone = await app.admin('GET', '/audit', { as, query: { record_id: 1, actor_id: 1 } })
    expect(Object.keys(alone.json.data.params).toSorted()).toEqual(['actor', 'record'])
  })
})

describe('entries stay', () => {
  test('as they were written: the database refuses to change or delete one', async () => {
    await anEvent()
    const refused = /Audit entries stay as they were written/
    await expect(sql`delete from audit_entries`.execute(app.db)).rejects.toThrow(refused)
    await expect(sql`update audit_entries set actor_id = 7`.execute(app.db)).rejects.toThrow(
      refused,
    )
    const forged = sql`update audit_entries set personal = '{"after": {}}'`
    await expect(forged.execute(app.db)).rejects.toThrow(refused)
  })

  test('when a person is erased, without what they kept of the person', async () => {
    const { id } = await anAttendee(app)
    const body = { full_name: 'Zoe Erased', email: 'zoe@example.org' }
    await app.tickets('POST', `/attendees/${id}`, { as, body })
    const kept = async () =>
      JSON.stringify((await list({ record: 'attendee', record_id: id })).entries)
    expect(await kept()).toContain('Zoe Erased')
    expect((await erasePerson(app.db, 'zoe@example.org')).audit_entries).toBeGreaterThan(0)
    expect(await kept()).not.toMatch(/zoe|ann/i)
    const { entries } = await list({ record: 'attendee', record_id: id })
    expect(entries[0]).toMatchObject({
      actor: { type: 'command', name: 'person erase' },
      personal: null,
    })
  })
})
