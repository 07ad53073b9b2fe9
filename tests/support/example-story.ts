import { createHash, createHmac } from 'node:crypto'
import { sealedText } from '../../src/ticketing/door/rules.file.ts'
import { type TOTP, URI } from 'otpauth'
import type { Ask } from './example-recorder.ts'
import { browser, somePassword } from './browser.ts'
import { deliver } from './mailbox.ts'
import { addressHash } from '../../src/messaging/outbox/rules.ts'
import type { TestApp } from './start-app.ts'

type Asking = (operationId: string, sent?: Ask) => Promise<any>

const anonymous = 'anonymous' as const
const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
const evening = {
  title: 'Opening Night',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 23:00:00',
  timezone: 'Europe/Oslo',
  status: 'publish',
}

/** Calls the operations of the events namespace, each once. Returns an event that stays. */
export async function catalogueStory(ask: Asking, picture: Buffer) {
  const venue = await ask('createVenue', {
    body: { venue: 'Grand Hall', address: '1 Harbour Street', city: 'Oslo', country: 'Norway' },
  })
  await ask('listVenues')
  await ask('getVenue', { path: { id: venue.id } })
  await ask('updateVenue', { path: { id: venue.id }, body: { zip: '0150' } })
  await ask('getVenueBySlug', { path: { slug: venue.slug } })
  await ask('updateVenueBySlug', { path: { slug: venue.slug }, body: { phone: '+47 21 00 00 00' } })
  const organizer = await ask('createOrganizer', { body: { organizer: 'City Theatre' } })
  await ask('listOrganizers')
  await ask('getOrganizer', { path: { id: organizer.id } })
  await ask('updateOrganizer', { path: { id: organizer.id }, body: { email: 'box@example.org' } })
  await ask('getOrganizerBySlug', { path: { slug: organizer.slug } })
  await ask('updateOrganizerBySlug', {
    path: { slug: organizer.slug },
    body: { website: 'https://theatre.example' },
  })
  const category = await ask('createCategory', { body: { name: 'Concerts' } })
  await ask('listCategories', { query: { hide_empty: false } })
  await ask('getCategory', { path: { id: category.id } })
  await ask('updateCategory', { path: { id: category.id }, body: { description: 'Live music' } })
  const tag = await ask('createTag', { body: { name: 'Outdoors' } })
  await ask('listTags', { query: { hide_empty: false } })
  await ask('getTag', { path: { id: tag.id } })
  await ask('updateTag', { path: { id: tag.id }, body: { name: 'Open air' } })
  const image = await ask('createImage', {
    body: picture,
    headers: { 'content-type': 'image/png' },
    bytes: true,
  })
  await ask('listImages')
  await ask('getImage', { path: { id: image.id } })
  const event = await ask('createEvent', {
    body: { ...evening, venue: venue.id, organizer: [organizer.id], categories: ['concerts'] },
  })
  await ask('listEvents', { query: { starts_after: '2031-01-01', per_page: 10 } })
  await ask('getEvent', { path: { id: event.id } })
  await ask('updateEvent', { path: { id: event.id }, body: { featured: true } })
  await ask('getEventBySlug', { path: { slug: event.slug } })
  await ask('updateEventBySlug', { path: { slug: event.slug }, body: { sticky: true } })
  await deletions(ask, { image, tag, category })
  return event
}

type Record = { id: number }

async function deletions(
  ask: Asking,
  { image, tag, category }: { image: Record; tag: Record; category: Record },
) {
  const gone = await ask('createEvent', { body: evening })
  await ask('deleteEvent', { path: { id: gone.id } })
  const other = await ask('createEvent', { body: { ...evening, title: 'Matinee' } })
  await ask('deleteEventBySlug', { path: { slug: other.slug } })
  for (const kind of ['Venue', 'Organizer']) {
    const name = { [kind.toLowerCase()]: 'A Second One' }
    const first = await ask(`create${kind}`, { body: name })
    await ask(`delete${kind}`, { path: { id: first.id } })
    const second = await ask(`create${kind}`, { body: name })
    await ask(`delete${kind}BySlug`, { path: { slug: second.slug } })
  }
  await ask('deleteImage', { path: { id: image.id } })
  await ask('deleteTag', { path: { id: tag.id } })
  await ask('deleteCategory', { path: { id: category.id } })
}

/** Calls what makes and prices tickets: tickets, fees, coupons. */
export async function ticketStory(ask: Asking, event: { id: number; nonces: { add: string } }) {
  const ofEvent = { id: event.id, kind: 'event.reminder', locale: 'en' }
  const words = { subject: '', intro: 'Bring a coat: we play outside.' }
  await ask('updateEventMailText', { path: ofEvent, body: words })
  await ask('listEventMailTexts', { path: { id: ofEvent.id } })
  await ask('deleteEventMailText', { path: ofEvent })
  const post_id = event.id
  const draft = { post_id, provider: 'tc', add_ticket_nonce: event.nonces.add }
  const gone = await ask('createTicket', { body: { ...draft, name: 'Balcony', price: '20' } })
  const paid = await ask('createTicket', {
    body: { ...draft, name: 'Stalls', price: '30.00', capacity: 200 },
  })
  const shown = await ask('getTicket', { path: { id: paid.id } })
  await ask('updateTicket', {
    path: { id: paid.id },
    body: { post_id, edit_ticket_nonce: shown.nonces.edit, description: 'Numbered seats' },
  })
  await ask('deleteTicket', {
    path: { id: gone.id },
    body: { post_id, remove_ticket_nonce: gone.nonces.remove },
  })
  const free = await ask('createTicket', {
    body: { ...draft, name: 'Standing', price: '', capacity: 50 },
  })
  await ask('listTickets', { as: anonymous, query: { include_post: [post_id] } })
  const fee = await ask('createFee', {
    body: {
      display_name: 'Booking fee',
      slug: 'booking',
      raw_amount: '1.50',
      sub_type: 'flat',
      meta_value: 'per',
    },
  })
  await ask('listFees')
  await ask('getFee', { path: { id: fee.id } })
  await ask('updateFee', { path: { id: fee.id }, body: { raw_amount: '2.00' } })
  await ask('updateTicketFees', { path: { ticket_id: paid.id }, body: { selected_fees: [fee.id] } })
  await ask('listTicketFees', { path: { ticket_id: paid.id } })
  const coupon = await ask('createCoupon', {
    body: {
      slug: 'spring',
      display_name: 'Spring',
      status: 'active',
      amount: 10,
      sub_type: 'percent',
    },
  })
  await ask('listCoupons')
  await ask('getCoupon', { path: { id: coupon.id } })
  await ask('updateCoupon', { path: { id: coupon.id }, body: { usage_limit: 100 } })
  await ask('validateCoupon', { as: anonymous, body: { coupon: 'spring' } })
  return { paid, free, fee, coupon }
}

type Tickets = Awaited<ReturnType<typeof ticketStory>>

/** Sells: a free order, card and wallet orders that are paid and given up. `approve` is what the buyer does at the wallet. */
export async function saleStory(
  ask: Asking,
  { paid, free }: Tickets,
  approve: (id: string) => void,
) {
  const fill = async (ticket: Record) =>
    (
      await ask('updateCart', {
        as: anonymous,
        body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 2 }] },
      })
    ).cart_hash as string
  const start = async (operation: string, ticket: Record) => {
    const cart_hash = await fill(ticket)
    return {
      cart_hash,
      ...(await ask(operation, { as: anonymous, body: { purchaser, cart_hash } })),
    }
  }
  const cart_hash = await fill(paid)
  await ask('getCart', { as: anonymous, query: { cart_hash } })
  await ask('applyCoupon', { as: anonymous, body: { coupon: 'spring', cart_hash } })
  await ask('removeCoupon', { as: anonymous, body: { coupon: 'spring', cart_hash } })
  const card = await start('createCardOrder', paid)
  await ask('deleteCardOrder', {
    as: anonymous,
    path: { order_id: card.payment_intent_id },
    body: { cart_hash: card.cart_hash, failed_reason: 'The buyer went back' },
  })
  const wallet = await start('createWalletOrder', paid)
  approve(wallet.id)
  await ask('updateWalletOrder', {
    as: anonymous,
    path: { order_id: wallet.id },
    body: { cart_hash: wallet.cart_hash, payer_id: 'PAYER' },
  })
  const another = await start('createWalletOrder', paid)
  await ask('deleteWalletOrder', {
    as: anonymous,
    path: { order_id: another.id },
    body: { cart_hash: another.cart_hash },
  })
  return start('createFreeOrder', free)
}

/** Calls what happens at the door and afterwards at the desk. */
export async function deskStory(ask: Asking, { id: orderId, attendees }: any, { paid }: Tickets) {
  const [guest, second] = attendees
  await ask('listAttendees', { query: { ticket_id: guest.ticket_id } })
  await ask('getAttendee', { path: { id: guest.id } })
  await ask('updateAttendee', { path: { id: guest.id }, body: { full_name: 'Grace Hopper' } })
  await ask('createAttendee', {
    body: { ticket_id: paid.id, full_name: 'A Guest', email: 'guest@example.org' },
  })
  const key = await ask('createScannerKey', { body: { name: 'Main entrance' } })
  await ask('listScannerKeys')
  await ask('listTicketKeys', { as: { authorization: `Bearer ${key.api_key}` } })
  await ask('getCheckInState', { path: { id: guest.id } })
  await ask('checkInByCode', {
    as: anonymous,
    query: {
      api_key: key.api_key,
      ticket_id: String(guest.id),
      security_code: guest.security_code,
    },
  })
  const address = `http://tickets.test/?ticket_id=${second.id}&security_code=${second.security_code}`
  await ask('createCheckIn', {
    as: { authorization: `Bearer ${key.api_key}` },
    body: { ticket: address },
  })
  await ask('deleteScannerKey', { path: { id: key.id } })
  await doorStory(ask, second, paid)
  await ask('listOrders', { query: { per_page: 1 } })
  const path = { id: orderId }
  const order = await ask('getOrder', { path })
  await ask('createOrderNote', { path, body: { note: 'Called: comes later' } })
  await ask('getOrderPage', { path })
  await ask('correctOrder', { path, body: { name: 'Ada King' } })
  await ask('getAttendeeRecord', { path: { id: second.id } })
  await ask('correctAttendee', { path: { id: second.id }, body: { name: 'Grace Hopper' } })
  await ask('resendOrderMails', { path, body: { to: 'everybody' } })
  for (const [noun, id] of [
    ['Order', orderId],
    ['Attendee', guest.id],
  ] as const) {
    const note = await ask(`add${noun}Note`, { path: { id }, body: { text: 'Called twice.' } })
    await ask(`list${noun}Notes`, { path: { id } })
    await ask(`delete${noun}Note`, { path: { id, note: note.id } })
  }
  await ask('listOrderTimeline', { path, query: { limit: 3 } })
  await ask('resendOrder', { path, body: {} })
  await ask('sendOrderLinks', { as: anonymous, body: { email: purchaser.email } })
  const moving = { path: { id: guest.id }, body: { ticket: paid.id, price: 'keep' } }
  await ask('previewAttendeeMove', moving)
  await ask('moveAttendee', moving)
  const lines = [{ id: order.items[0].id, quantity: 1 }]
  await ask('previewOrderRefund', { path, body: { lines } })
  const message = 'Get well soon!'
  await ask('createOrderRefund', { path, body: { lines, reason: 'Ill', message } })
}

/** Sets a door up, pairs a phone for it, and scans with it. */
async function doorStory(ask: Asking, guest: any, paid: Record) {
  const { post_id: event } = await ask('getAttendee', { path: { id: guest.id } })
  await ask('updateTicketEntry', {
    path: { id: paid.id },
    body: { entry: 'reentry', door_note: 'Wristband: red' },
  })
  await ask('getTicketEntry', { path: { id: paid.id } })
  await ask('updateDoorNote', { path: { id: guest.id }, body: { door_note: 'Needs a chair' } })
  await ask('getDoorNote', { path: { id: guest.id } })
  const place = { name: 'Gate A', place: 'left of the stairs' }
  const gate = await ask('createGate', { path: { id: event }, body: place })
  await ask('listGates', { path: { id: event } })
  await ask('updateGate', { path: { id: event, gate_id: gate.id }, body: { tickets: [] } })
  const made = await ask('createDoorDevice', {
    body: { name: 'Ada, gate A', events: [event], gate: gate.id, profile: 'search' },
  })
  const { pairing } = await ask('renewDoorPairing', { path: { id: made.id } })
  const { secret, device } = await ask('pairDoorDevice', {
    as: anonymous,
    body: { token: pairing.token, app_version: '1' },
  })
  const as = { authorization: `Bearer ${secret}` }
  const { now, position } = await ask('getDoorList', { as, query: { event } })
  const scan = { seq: 1, at: now, attendee: guest.id, verdict: 'waits', gate: gate.id }
  await ask('sendDoorScans', { as, body: { event, sent_at: now, scans: [scan] } })
  await ask('listDoorChanges', { as, query: { event, after: position } })
  await ask('searchDoorList', { as, query: { event, search: 'ada' } })
  const file = {
    device: device.id,
    event,
    saved_at: now,
    skew_ms: 0,
    scans: [{ seq: 2, at: now, kind: 'guest_in' as const }],
  }
  const key = createHash('sha256').update(secret).digest()
  const seal = createHmac('sha256', key).update(sealedText(file)).digest('hex')
  await ask('takeDoorFile', { path: { id: device.id }, body: { ...file, seal } })
  await ask('getDoorCounts', { as, query: { event } })
  await ask('listDoorConflicts', { path: { id: event } })
  await ask('listDoorDevices')
  await ask('deleteDoorDevice', { path: { id: device.id } })
  await ask('deleteGate', { path: { id: event, gate_id: gate.id } })
}

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
  await ask('copyEvent', { path: { id: json.id }, body: { start_date: '2032-06-03' } })
  const csv =
    'Name,Email,Ticket type,Barcode\nAda Byron,ada@example.org,Stalls,900000000001\nBo,,Stalls,12'
  const path = { id: json.id }
  const { plan } = await ask('planAttendeeImport', { path, body: { csv } })
  const { id } = await ask('importAttendees', { path, body: { csv, plan } })
  await ask('listAttendeeImports', { path })
  await ask('getAttendeeImport', { path: { id } })
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
