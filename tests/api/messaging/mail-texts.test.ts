// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { previewDetails, previewOf } from '../../../src/cli/preview-mail.ts'
import { composeMail } from '../../../src/messaging/mail/compose-mail.ts'
import { placeholdersOf, wordedKinds } from '../../../src/messaging/wording/rules.ts'
import PostalMime from 'postal-mime'
import { buy } from '../../support/buying.ts'
import { deliver, newest } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_NAME: 'The Playhouse', MAIL_PDF_KIB: 'off' })
const as = 'administrator' as const
const ticket = await ticketOnSale(app, { capacity: null })

const put = (path: string, body: object) => app.admin('PUT', `/mail-texts/${path}`, { as, body })
const putOfEvent = (path: string, body: object, sent: object = { as }) =>
  app.tickets('PUT', `/events/${ticket.eventId}/mail-texts/${path}`, { body, ...sent })

const nothing = {
  order_id: null,
  attendee_id: null,
  locale: 'en',
  details: previewDetails(0),
} as const

async function confirmation() {
  await buy(app, ticket.id)
  await deliver(app)
  return (await newest(app, 'order.confirmed')).mail
}

describe('a text of the site', () => {
  test('stands before our own sentences, and its subject instead of ours', async () => {
    const body = { subject: 'Hooray: {event}', intro: 'Dear {name},\n\nwelcome to <b>{site}</b>!' }
    const { status, json } = await put('order.confirmed/en', body)
    expect([status, json]).toEqual([
      200,
      { kind: 'order.confirmed', locale: 'en', ...body, updated_at: app.clock.now().toISOString() },
    ])
    const { subject, text, html } = await confirmation()
    expect(subject).toBe('Hooray: An evening')
    expect(text).toContain('Dear Ada Lovelace,\n\nwelcome to <b>The Playhouse</b>!\n\nYour order')
    expect(html).toContain('<p>welcome to &lt;b&gt;The Playhouse&lt;/b&gt;!</p>')
  })

  test('gives way to that of the event, member by member, and comes back when that is deleted', async () => {
    await put('order.confirmed/en', { subject: 'Site: {order}', intro: 'Of the site.' })
    expect((await putOfEvent('order.confirmed/en', { intro: 'Doors open at six.' })).status).toBe(
      200,
    )
    const mail = await confirmation()
    expect(mail.subject).toMatch(/^Site: \d+$/)
    expect(mail.text).toContain('Doors open at six.')
    expect(mail.text).not.toContain('Of the site.')
    const listed = await app.tickets('GET', `/events/${ticket.eventId}/mail-texts`, { as })
    expect(listed.json.texts).toMatchObject([{ subject: '', intro: 'Doors open at six.' }])
    const gone = () =>
      app.tickets('DELETE', `/events/${ticket.eventId}/mail-texts/order.confirmed/en`, { as })
    expect((await gone()).json).toEqual({ deleted: true })
    expect((await gone()).json.code).toBe('mail_text_not_found')
    expect((await confirmation()).text).toContain('Of the site.')
  })

  test('whose subject comes out empty leaves ours', async () => {
    await put('event.cancelled/en', { subject: '{reason}' })
    const about = { ...nothing, event_id: ticket.eventId, recipient: 'ada@example.org' }
    const mail = await composeMail(app.deps, previewOf(app.deps, 'event.cancelled', about))
    expect(mail).toMatchObject({ subject: 'Cancelled: An evening' })
  })

  test('is for one language: others have our own', async () => {
    await put('order.confirmed/de', { subject: 'Hurra!' })
    expect((await confirmation()).subject).not.toBe('Hurra!')
  })
})

test('every placeholder of every kind has its value, in each kind of mail', async () => {
  const { orderId, attendees } = await buy(app, ticket.id)
  for (const kind of wordedKinds) {
    const intro = placeholdersOf[kind].map(name => `${name}=({${name}})`).join(' ')
    expect((await put(`${kind}/fr`, { intro })).status).toBe(200)
  }
  const about = {
    order_id: orderId,
    event_id: ticket.eventId,
    attendee_id: attendees[0]?.id ?? null,
    recipient: 'ada@example.org',
    locale: 'fr',
    details: previewDetails(100),
  } as const
  for (const kind of wordedKinds) {
    const mail = await composeMail(app.deps, previewOf(app.deps, kind, about))
    if ('withdrawn' in mail) throw new Error(`${kind}: ${mail.withdrawn}`)
    const { text = '' } = await PostalMime.parse(mail.raw)
    for (const name of placeholdersOf[kind]) {
      const value = new RegExp(`${name}=\\(([^)]*)`).exec(text)?.[1]
      expect([kind, name, value]).toEqual([kind, name, expect.stringMatching(/^[^{}]*$/)])
    }
    expect(text).toContain('An evening')
  }
})

test.each([
  ['an unknown placeholder', 'order.confirmed/en', { intro: 'Dear {nmae}' }, ['intro']],
  ['a brace alone', 'order.confirmed/en', { subject: '{name', intro: '}' }, ['intro', 'subject']],
  ['a placeholder of another kind', 'ticket.issued/en', { subject: '{total}' }, ['subject']],
  ['no words at all', 'order.confirmed/en', {}, ['intro']],
  ['a kind without texts', 'order.links/en', { intro: 'x' }, ['kind']],
  ['a language that we have not', 'order.confirmed/it', { intro: 'x' }, ['locale']],
  ['a subject that is too long', 'order.confirmed/en', { subject: 'x'.repeat(151) }, ['subject']],
])('%s is refused when it is saved, and named', async (_, path, body, names) => {
  for (const { status, json } of [await put(path, body), await putOfEvent(path, body)]) {
    expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(json.data.params).sort()).toEqual(names)
  }
})

test('the texts of the site are for administrators, those of an event for whoever may edit it', async () => {
  const body = { intro: 'x' }
  const path = '/mail-texts/event.reminder/en'
  expect((await app.admin('PUT', path, { as: 'editor', body })).status).toBe(403)
  expect((await app.admin('GET', '/mail-texts')).status).toBe(401)
  expect((await putOfEvent('event.reminder/en', body, { as: 'editor' })).status).toBe(200)
  expect((await putOfEvent('event.reminder/en', body, { as: 'author' })).status).toBe(403)
  expect((await putOfEvent('event.reminder/en', body, {})).status).toBe(401)
  const unknown = await app.tickets('GET', '/events/999999/mail-texts', { as })
  expect([unknown.status, unknown.json.code]).toEqual([404, 'rest-event-not-found'])
})
