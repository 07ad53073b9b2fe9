import { expect, test } from 'vitest'
import { fillCart, order } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

const as = 'administrator'

const changes = async (recipient: string) =>
  (await outbox(app, { recipient })).flatMap(({ id, kind }) =>
    kind === 'event.changed' ? [id] : [],
  )

/** Sells a place of an event at a new venue, removes the venue, and returns the mails about that change. */
async function mailsAfter(
  venue: { venue: string; status?: string },
  recipient: string,
  remove: (id: number) => Promise<{ status: number }>,
) {
  const made = await app.events('POST', '/venues', { as, body: venue })
  const eventId = await eventOnSale(app)
  const { id } = await ticketOnSale(app, { priceMinor: 0, eventId })
  await app.events('POST', `/events/${eventId}`, { as, body: { venue: made.json.id } })
  if (venue.status) await app.events('POST', `/venues/${made.json.id}`, { as, body: venue })
  const purchaser = { name: 'Ann Example', email: recipient }
  await order(app, 'free', await fillCart(app, id), { body: { purchaser } })
  await deliver(app)
  app.clock.advance(3600)
  await deliver(app)
  const before = await changes(recipient)
  expect((await remove(made.json.id)).status).toBe(200)
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  return (await changes(recipient)).filter(mail => !before.includes(mail))
}

const remove = (id: number) => app.events('DELETE', `/venues/${id}`, { as })

test.each([
  ['deleted', remove],
  [
    'moved to the trash',
    (id: number) => app.events('POST', `/venues/${id}`, { as, body: { status: 'trash' } }),
  ],
])('guests are told when the venue of their event is %s', async (how, lose) => {
  const recipient = `${how.replaceAll(' ', '.')}@example.org`
  const [told = 0, ...others] = await mailsAfter({ venue: `Hall ${how}` }, recipient, lose)
  expect(others).toEqual([])
  const { text } = await readMail(app, told)
  expect(text).toContain('Where · Now: No venue')
  expect(text).not.toContain('Hall')
})

test('guests are not told that a venue is gone that was not published', async () => {
  const draft = { venue: 'Secret hall', status: 'draft' }
  expect(await mailsAfter(draft, 'draft@example.org', remove)).toEqual([])
})
