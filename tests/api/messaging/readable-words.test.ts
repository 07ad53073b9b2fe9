import { expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

const event = await app.events('POST', '/events', {
  as,
  body: {
    title: 'Online night',
    description:
      'Doors at 7.\n\nJoin <a href="https://meet.example/abc">the stream</a>.<ul><li>Wine</li><li>Song</li></ul>',
    start_date: '2027-03-05 19:00:00',
    end_date: '2027-03-05 22:00:00',
    timezone: 'America/Los_Angeles',
    venue: {
      venue: 'Arlene Hall',
      address: '1111 SW Broadway',
      city: 'Portland',
      state: 'OR',
      zip: '97205',
      country: 'United States',
    },
  },
})
const place = 'Arlene Hall, 1111 SW Broadway, Portland, OR 97205, United States'

test('an entry of a calendar keeps paragraphs, lists and where links lead, and names the state', async () => {
  const { text } = await app.call('GET', `/event/${event.json.slug}.ics`)
  const entry = text.replaceAll('\r\n ', '')
  expect(entry).toContain(
    'DESCRIPTION:Doors at 7.\\n\\nJoin the stream (https://meet.example/abc).\\n\\n- Wine\\n- Song',
  )
  expect(entry).toContain(`LOCATION:${place.replaceAll(',', '\\,')}`)
})

test.each(['rss', 'atom'])('a feed (%s) keeps them too', async form => {
  const { text } = await app.call('GET', `/events.${form}`)
  const item = text.slice(text.indexOf('Online night'))
  expect(item).toContain(
    'Doors at 7.&lt;br /&gt;\n&lt;br /&gt;\nJoin the stream (https://meet.example/abc).&lt;br /&gt;',
  )
  expect(item).toContain('- Wine&lt;br /&gt;\n- Song')
  if (form === 'rss') expect(item).toContain(place)
})

test('a page says it in one line to search engines', async () => {
  const { text } = await app.call('GET', `/event/${event.json.slug}/`)
  expect(/<meta name="description" content="([^"]*)"/.exec(text)?.[1]).toContain(
    'Doors at 7. Join the stream. Wine Song',
  )
  expect(text).toContain('1111 SW Broadway, Portland, OR 97205, United States')
})

test('mails and the order name the state', async () => {
  const ticket = await ticketOnSale(app, { priceMinor: 0 })
  const venue = { id: event.json.venue.id }
  await app.events('POST', `/events/${ticket.eventId}`, { as, body: { venue } })
  const { orderId } = await buy(app, ticket.id, { way: 'free' })
  await deliver(app)
  const mail = (await outbox(app)).find(({ kind }) => kind === 'order.confirmed')
  expect(mail).toBeDefined()
  const { text = '' } = await readMail(app, mail?.id ?? 0)
  expect([orderId > 0, text]).toEqual([true, expect.stringContaining('Portland, OR 97205')])
})
