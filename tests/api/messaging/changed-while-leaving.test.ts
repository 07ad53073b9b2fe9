// Database: in the short run the embedded one alone.
import { expect, test } from 'vitest'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { tellOfChanges } from '../../../src/messaging/notices/tell-guests.ts'
import { buy } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

const change = (id: number, body: object) =>
  app.events('PATCH', `/events/${id}`, { as: 'administrator', body })

/** An event that was changed, and whose guest has a notice of that in the outbox. */
async function eventWithNotice(body: object) {
  const id = await eventOnSale(app)
  await buy(app, (await ticketOnSale(app, { eventId: id })).id)
  await deliver(app)
  await change(id, body)
  await app.deps.following.catchUp()
  app.clock.advance(601)
  await tellOfChanges(app.deps)
  return id
}

/** Another change is saved, and sending goes on before the service has read of it. */
async function changeWhileLeaving(id: number, body: object) {
  await change(id, body)
  await sendDue(app.deps)
  await deliver(app)
}

/** The mails about changes that left, in order. */
async function told(id: number) {
  const mails = (await outbox(app)).filter(
    ({ event_id: about, kind, state }) =>
      about === id && kind.startsWith('event.') && state === 'captured',
  )
  const texts = await Promise.all(
    mails.map(async ({ id: mail }) => (await readMail(app, mail)).text ?? ''),
  )
  return mails.map(({ kind }, at) => ({
    kind,
    text: (texts[at] ?? '').replaceAll(' ', ' '),
  }))
}

async function pass() {
  for (const seconds of [300, 301, 601]) {
    app.clock.advance(seconds)
    await deliver(app)
  }
}

const at = (hour: number) => ({ start_date: `2031-06-01 ${hour}:00:00` })

test('guests believe the time that an event has after a change was taken back while their notices were leaving', async () => {
  const id = await eventWithNotice(at(20))
  await changeWhileLeaving(id, at(21))
  await change(id, at(20))
  await pass()
  const last = (await told(id)).at(-1)
  expect(last?.text).toMatch(/When · Now: Sunday,? 1 June 2031, 8:00 pm/)
  expect(last?.text).not.toContain('9:00 pm')
})

test('guests hear of a cancellation that was taken back and repeated while their notices were leaving', async () => {
  const id = await eventWithNotice({ happening: 'cancelled' })
  await changeWhileLeaving(id, { happening: 'scheduled' })
  await change(id, { happening: 'cancelled' })
  await pass()
  expect((await told(id)).map(({ kind }) => kind)).toEqual(['event.cancelled'])
})

test('guests are told the newest of two changes when the second was saved while notices of the first were leaving', async () => {
  const id = await eventWithNotice(at(20))
  await changeWhileLeaving(id, at(21))
  await pass()
  const last = (await told(id)).at(-1)
  expect(last?.text).toMatch(/When · Now: Sunday,? 1 June 2031, 9:00 pm/)
})
