import { createHash, createHmac } from 'node:crypto'
import { codeStory } from './example-codes.ts'
import { sealedText } from '../../src/ticketing/door/rules.file.ts'
import { type Asking, evening } from './example-story-of-staff.ts'

const anonymous = 'anonymous' as const
const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }

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
  await taxStory(ask, { ticket: paid.id, fee: fee.id })
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
  await codeStory(ask, coupon.id)
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
  await answerStory(ask, path, { id: second.id })
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

/** Answers of an order and of one of its places. */
async function answerStory(ask: Asking, order: { id: number }, guest: { id: number }) {
  const { post_id: event } = await ask('getAttendee', { path: guest })
  const path = { id: event }
  const text = { en: 'Your diet' }
  const choices = [{ id: 'vegan', text: { en: 'Vegan' } }]
  const ofGuest = { asked_of: 'attendee', kind: 'choice', text, choices }
  const diet = await ask('createQuestion', { path, body: ofGuest })
  const ofOrder = { asked_of: 'order', kind: 'text', text: { en: 'Who told you?' } }
  const source = await ask('createQuestion', { path, body: ofOrder })
  const given = [{ question: diet.id, value: 'vegan' }]
  await ask('putAttendeeAnswers', { path: guest, body: { answers: given } })
  await ask('listAttendeeAnswers', { path: guest })
  const told = [{ question: source.id, value: 'A friend' }]
  await ask('putOrderAnswers', { path: order, body: { answers: told } })
  await ask('listOrderAnswers', { path: order })
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

/** Rates of tax; none is left, so that nothing is sold with one. */
async function taxStory(ask: Asking, { ticket, fee }: { ticket: number; fee: number }) {
  const { id } = await ask('createTaxRate', {
    body: { name: 'VAT', percent: '19', is_default: true },
  })
  await ask('updateTaxRate', { path: { id }, body: { percent: '7.7' } })
  await ask('listTaxRates')
  await ask('setTicketTaxRate', { path: { id: ticket }, body: { rate: id } })
  await ask('getTicketTaxRate', { path: { id: ticket } })
  await ask('setFeeTaxRate', { path: { id: fee }, body: { rate: id } })
  await ask('getFeeTaxRate', { path: { id: fee } })
  await ask('deleteTaxRate', { path: { id } })
}
