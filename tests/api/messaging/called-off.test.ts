import { expect, test } from 'vitest'
import { buy, refund } from '../../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })
const as = 'administrator' as const

const change = (id: number, body: object) => app.events('PATCH', `/events/${id}`, { as, body })

/** An event with a guest, who was told that it is cancelled or postponed. */
async function eventCalledOff(happening: 'cancelled' | 'postponed') {
  const eventId = await eventOnSale(app)
  const { id } = await ticketOnSale(app, { eventId })
  const { orderId, attendees } = await buy(app, id)
  await change(eventId, { happening, happening_reason: 'The stage is wet.' })
  await pass()
  return { eventId, orderId, attendeeId: attendees[0]?.id ?? 0 }
}

/** Lets the time pass after which guests are told of a change. */
async function pass() {
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
}

test('whoever gets the ticket of a postponed event later learns of it from the mail with the ticket', async () => {
  const { orderId, attendeeId } = await eventCalledOff('postponed')
  const body = { full_name: 'Bo New', email: 'bo@example.org' }
  await app.tickets('POST', `/orders/${orderId}/resend`, { as, body: {} })
  await deliver(app)
  await app.tickets('POST', `/attendees/${attendeeId}`, { as, body })
  await deliver(app)
  const [passedOn] = await outbox(app, { recipient: body.email })
  const [again] = (await outbox(app, { order: orderId, kind: 'order.confirmed' })).slice(-1)
  expect([passedOn?.kind, again?.kind]).toEqual(['ticket.transferred', 'order.confirmed'])
  for (const mail of [passedOn, again]) {
    const { text } = await readMail(app, mail?.id ?? 0)
    expect(text).toContain('This event is postponed.')
    expect(text).toContain('The stage is wet.')
    expect(text).toContain('Show the QR code at the entrance')
  }
})

test('tickets of a cancelled event that are mailed again say so, and send nobody to the entrance', async () => {
  const { orderId } = await eventCalledOff('cancelled')
  await app.tickets('POST', `/orders/${orderId}/resend`, { as, body: {} })
  await deliver(app)
  const { mail } = await newest(app, 'order.confirmed')
  expect(mail.text).toContain('This event is cancelled.')
  expect(mail.text).toContain('The stage is wet.')
  expect(mail.text).not.toContain('at the entrance')
})

test('guests of a cancelled event are told once, whatever of it changes, until it takes place after all', async () => {
  const { eventId } = await eventCalledOff('cancelled')
  const told = async () =>
    (await outbox(app))
      .filter(({ event_id: id, kind }) => id === eventId && kind.startsWith('event.'))
      .map(({ kind }) => kind)
  await change(eventId, { start_date: '2031-07-02 19:00:00', end_date: '2031-07-02 23:00:00' })
  await pass()
  await pass()
  expect(await told()).toEqual(['event.cancelled'])
  await change(eventId, { happening: 'scheduled' })
  await deliver(app)
  expect(await told()).toEqual(['event.cancelled'])
  await pass()
  expect(await told()).toEqual(['event.cancelled', 'event.changed'])
  const { text } = (await newest(app, 'event.changed')).mail
  expect(text).toContain('The event will take place after all.')
  expect(text).toContain('When · Before: Sunday, 1 June 2031, 7:00 pm')
  expect(text).toContain('When · Now: Wednesday, 2 July 2031, 7:00 pm')
})

/** The lines of a mail that say when an event is. */
const timesIn = (text = '') => text.split('\n').filter(line => line.startsWith('When'))

test('the mail about a postponed event without a new time names only the time it had', async () => {
  await eventCalledOff('postponed')
  const { text } = (await newest(app, 'event.postponed')).mail
  expect(timesIn(text)).toEqual([expect.stringMatching(/^When · Before: Sunday, 1 June 2031/)])
  expect(text).toContain('See the event')
})

test('guests of a postponed event that gets another time are told the old and the new one', async () => {
  const { eventId } = await eventCalledOff('postponed')
  await change(eventId, { start_date: '2031-08-01 19:00:00', end_date: '2031-08-01 23:00:00' })
  await pass()
  const { text } = (await newest(app, 'event.postponed')).mail
  expect(text).toContain('is postponed to another time.')
  expect(text).not.toContain('as soon as the new date is known')
  expect(timesIn(text)).toEqual([
    expect.stringContaining('When · Before: Sunday, 1 June 2031, 7:00 pm'),
    expect.stringContaining('When · Now: Friday, 1 August 2031, 7:00 pm'),
  ])
})

test('the mail about a refund calls no ticket of a cancelled event valid', async () => {
  const { id, eventId } = await ticketOnSale(app, { priceMinor: 1250 })
  const { orderId } = await buy(app, id, { quantity: 2, way: 'cardprocessor' })
  await change(eventId, { happening: 'cancelled' })
  await refund(app, orderId, { amount: '5.00' })
  await deliver(app)
  const { text } = (await newest(app, 'order.refunded')).mail
  expect(text).toContain('We refunded $5.00.')
  expect(text).not.toContain('still valid')
})

test('a mail links the page of an event that has one, and none of a hidden event', async () => {
  const { id, eventId } = await ticketOnSale(app)
  const { attendees } = await buy(app, id)
  const passOn = async (email: string) => {
    await app.tickets('POST', `/attendees/${attendees[0]?.id}`, { as, body: { email } })
    await deliver(app)
    const [message] = await outbox(app, { recipient: email })
    return (await readMail(app, message?.id ?? 0)).text
  }
  expect(await passOn('cy@example.org')).toContain('See the event')
  await change(eventId, { status: 'draft', force: true })
  expect(await passOn('di@example.org')).not.toContain('See the event')
})
