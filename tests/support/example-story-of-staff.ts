import { type TOTP, URI } from 'otpauth'
import type { Ask } from './example-recorder.ts'
import { browser, somePassword } from './browser.ts'
import { deliver } from './mailbox.ts'
import { picture } from './picture-server.ts'
import { addressHash } from '../../src/messaging/outbox/rules.ts'
import type { TestApp } from './start-app.ts'

const anonymous = 'anonymous' as const

/** An event of the stories. */
export const evening = {
  title: 'Opening Night',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 23:00:00',
  timezone: 'Europe/Oslo',
  status: 'publish',
}

export type Asking = (operationId: string, sent?: Ask) => Promise<any>

/** Calls what administrators do: accounts, credentials, mails. */
export async function adminStory(ask: Asking, app: TestApp) {
  const body = {
    login: 'grace',
    email: 'grace@example.org',
    role: 'editor',
    password: somePassword,
  }
  const user = await ask('createUser', { body })
  const path = { id: user.id }
  await ask('listUsers')
  await ask('getUser', { path })
  await ask('updateUser', { path, body: { display_name: 'Grace Hopper' } })
  const made = await ask('createUserApplicationPassword', { path, body: { name: 'Ticket office' } })
  await ask('listUserApplicationPasswords', { path })
  await ask('deleteUserApplicationPassword', { path: { ...path, password_id: made.id } })
  await ask('signIn', { as: anonymous, body: { login: 'grace', password: somePassword } })
  const key = await ask('createKey', { body: { name: 'Website', scopes: ['read'] } })
  await ask('listKeys')
  await ask('deleteKey', { path: { id: key.id } })
  const person = browser(app)
  await person.signIn('grace')
  const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: 'http://tickets.test', 'x-wp-nonce': await person.nonce() }
  const again = { password: somePassword }
  await ask('confirmSession', { as: anonymous, headers, body: again })
  await ask('getSession', { as: anonymous, headers: { cookie, origin: 'http://tickets.test' } })
  await factorStory(ask, headers, app)
  const [session] = await ask('listUserSessions', { path })
  await ask('deleteUserSession', { path: { ...path, session_id: session.id } })
  await ask('createUserLink', { path, body: { purpose: 'reset' } })
  await teamStory(ask)
  await ask('deleteUser', { path })
  await ask('listChanges', { query: { limit: 3 } })
  await listStory(ask)
  await ask('getBooksSummary', { query: { by: 'event' } })
  const days = { from: '2026-10-01', to: '2026-10-31' }
  await ask('getReport', { path: { report: 'payments' }, query: { ...days, by: 'week' } })
  await ask('listBookEntries', { query: { limit: 1, until: '2026-01-01T00:00:00Z' } })
  await ask('listPaymentAccounts')
  await mailStory(ask, app)
}

/** The lists of staff, narrow enough that an example shows one or two rows. */
async function listStory(ask: Asking) {
  await ask('findOrders', { query: { search: 'byron', 'filter.status': 'paid,open' } })
  await ask('findAttendees', {
    query: { columns: 'number,name,ticket,checked_in', search: 'guest' },
  })
  await ask('listAttention')
  await ask('findPayments', { query: { limit: 1 } })
  await ask('findBooks', { query: { 'filter.kind': 'payment', limit: 1 } })
  const view = { list: 'orders', name: 'Open orders', query: 'filter.status=open&sort=created' }
  const saved = await ask('saveView', { body: { ...view, shared: true } })
  await ask('listViews')
  await ask('deleteView', { path: { id: saved.id } })
  await ask('findRecords', { query: { q: 'A Guest' } })
  await ask('findEvents', {
    query: { columns: 'number,title,starts,sold', limit: 1, count: 'exact' },
  })
}

/** What somebody does in a browser, with the headers of its page. */
async function factorStory(ask: Asking, headers: Ask['headers'], app: TestApp) {
  const inBrowser = { as: anonymous, ...(headers && { headers }) }
  const { uri } = await ask('beginSecondFactor', inBrowser)
  const timestamp = app.clock.now().getTime()
  const code = (URI.parse(uri) as TOTP).generate({ timestamp })
  const body = { code }
  const { recovery_codes: codes } = await ask('confirmSecondFactor', { ...inBrowser, body })
  await ask('getSecondFactor', inBrowser)
  const renewed = await ask('renewRecoveryCodes', { ...inBrowser, body: { code: codes[0] } })
  const last = { password: somePassword, code: renewed.recovery_codes[0] }
  await ask('removeSecondFactor', { ...inBrowser, body: last })
  await ask('listMySessions', inBrowser)
  await ask('endOtherSessions', inBrowser)
}

async function teamStory(ask: Asking) {
  await ask('getMe')
  const body = { email: 'door@example.org', display_name: 'North door', set: 'door' }
  const given = await ask('createGrant', { body })
  await ask('listTeam')
  const path = { id: given.id }
  await ask('getGrant', { path })
  await ask('updateGrant', { path, body: { set: 'finance', refund_limit: '200' } })
  await ask('deleteGrant', { path })
}

/** An evening with paid orders whose money goes back: a plan, its run, and what a person does with it. */
export async function runStory(ask: Asking, app: TestApp, event: number) {
  const wish = { kind: 'refunds', event, how: 'by_hand', give: 'keep_percent', keep: '10' }
  const plan = await ask('makePlan', { body: { ...wish, reason: 'The singer is ill.' } })
  await ask('getPlan', { path: { id: plan.id } })
  await ask('listPlanRows', { path: { id: plan.id }, query: { limit: 2 } })
  const run = await ask('startRun', { body: { plan: plan.id, first: 50 } })
  await ask('moveRun', { path: { id: run.id, move: 'stop' } })
  const { json } = await app.admin('GET', `/runs/${run.id}/items?state=by_hand`, {
    as: 'administrator',
  })
  await ask('listRunItems', { path: { id: run.id }, query: { limit: 2 } })
  await ask('recordGivenByHand', { path: { id: run.id, n: json.items[0].n } })
  await ask('getRun', { path: { id: run.id } })
  await ask('listRuns')
}

async function mailStory(ask: Asking, app: TestApp) {
  const withdrawn = await ask('sendTestMessage', { body: { to: 'ops@example.org' } })
  await ask('withdrawMessage', { path: { id: withdrawn.id } })
  const message = await ask('sendTestMessage', { body: { to: 'ops@example.org' } })
  await deliver(app)
  const path = { id: message.id }
  await ask('getMessage', { path })
  await app.db
    .updateTable('messages')
    .set({ state: 'failed' })
    .where('id', '=', message.id)
    .execute()
  await ask('retryMessage', { path })
  await ask('listMessages', { query: { limit: 2, kind: 'test' } })
  await ask('createBounce', { body: { raw: 'Subject: out of office\r\n\r\nI am away.' } })
  const address_hash = addressHash(app.deps.secrets.order, 'gone@example.org')
  await app.db
    .insertInto('suppressions')
    .values({ address_hash, scope: 'all', reason: '550 5.1.1 unknown', at: app.clock.now() })
    .execute()
  await ask('listSuppressions')
  await ask('deleteSuppression', { body: { email: 'gone@example.org' } })
  const mail = { kind: 'order.confirmed', locale: 'en' }
  const body = { subject: 'Your tickets for {event}', intro: 'The doors open at seven.' }
  await ask('updateMailText', { path: mail, body, headers: { 'x-request-id': 'console-17' } })
  await ask('listMailTexts')
  await ask('deleteMailText', { path: mail })
  await ask('updateSettings', { body: { name: 'City Theatre', accent: '#0b4f8a' } })
  await ask('getSettings')
  await ask('uploadLogo', {
    body: await picture(160, 40),
    headers: { 'content-type': 'image/png' },
    bytes: true,
  })
  await ask('deleteLogo')
  await plantImport(app)
  await ask('listImports')
  await ask('getImport', { path: { id: 1 } })
  await guestListStory(ask, app)
  await ask('listAuditEntries', { query: { operation: 'updateMailText', limit: 1 } })
}

/** A list of guests from another ticket system: planned, brought, and its report. */
async function guestListStory(ask: Asking, app: TestApp) {
  const { json } = await app.events('POST', '/events', { as: 'administrator', body: evening })
  const { id: settlement } = await ask('createSettlement', {
    path: { id: json.id },
    body: { share_percent: '70', costs: [{ text: 'Piano tuner', amount: '60.00' }] },
  })
  await ask('listSettlements', { path: { id: json.id } })
  await ask('getSettlementFile', { path: { id: settlement, format: 'csv' } })
  await questionStory(ask, json.id)
  await ask('copyEvent', { path: { id: json.id }, body: { start_date: '2032-06-03' } })
  const csv =
    'Name,Email,Ticket type,Barcode\nAda Byron,ada@example.org,Stalls,900000000001\nBo,,Stalls,12'
  const path = { id: json.id }
  const { plan } = await ask('planAttendeeImport', { path, body: { csv } })
  const { id } = await ask('importAttendees', { path, body: { csv, plan } })
  await ask('listAttendeeImports', { path })
  await ask('getAttendeeImport', { path: { id } })
}

/** Questions of an event, one of which depends on another. */
async function questionStory(ask: Asking, id: number) {
  const { id: member } = await ask('createQuestion', {
    path: { id },
    body: { asked_of: 'attendee', kind: 'yes_no', text: { en: 'Are you a member?' } },
  })
  const { id: number } = await ask('createQuestion', {
    path: { id },
    body: {
      asked_of: 'attendee',
      kind: 'text',
      text: { en: 'Your number' },
      required: true,
      show_if: { question: member, is: ['yes'] },
    },
  })
  await ask('updateQuestion', {
    path: { id, question: number },
    body: { text: { en: 'Your membership number', de: 'Ihre Mitgliedsnummer' } },
  })
  await ask('orderQuestions', { path: { id }, body: { order: [number, member] } })
  await ask('listQuestions', { path: { id } })
  await ask('listAskedQuestions', { path: { id } })
  await ask('exportAnswers', { path: { id, format: 'csv' } })
  await ask('deleteQuestion', { path: { id, question: number } })
}

/** A run of `marquee import-site`, which no operation begins. */
async function plantImport({ database }: TestApp) {
  await database.pool.query(`
    insert into import_sources (home, events_slug, event_slug) values ('https://old.example.org', 'programme', 'evening');
    insert into import_runs (id, source_id, reader, state, started_at, ended_at, losses, counts, left_behind)
    overriding system value values (1, 1, 'dump', 'done', '2026-10-14T18:00:00Z', '2026-10-14T18:00:02Z', 1,
      '{"event": {"read": 6, "made": 6, "changed": 0, "same": 0, "kept": 0, "lost": 0}}',
      '[{"what": "type", "name": "page", "rows": 1, "why": "Pages and articles are no part of a ticket service; their addresses answer 404."}]');
    insert into import_losses (run_id, n, kind, old_id, reason)
    values (1, 1, 'event', 377, 'A frame in its text became a link to https://video.example/7.')`)
}
