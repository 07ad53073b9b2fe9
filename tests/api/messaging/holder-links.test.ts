import { expect, test } from 'vitest'
import { order, refund } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

/** The text of the mail with links that this address asks for, or the state of the mail when it is not sent. */
async function linksFor(email: string) {
  app.clock.advance(3601)
  await app.tickets('POST', '/orders/links', { body: { email } })
  await deliver(app)
  const mails = await outbox(app, { kind: 'order.links' })
  const mail = mails.findLast(({ recipient }) => recipient === email)
  return mail?.state === 'captured' ? (await readMail(app, mail.id)).text : mail?.state
}

test('holders for whom somebody else ordered are mailed the links of their own tickets, while these are theirs', async () => {
  const { id } = await ticketOnSale(app, { names: 'allowed', priceMinor: 0 })
  const people = ['ann', 'c_y'].map(name => ({ full_name: name, email: `${name}@example.org` }))
  const cart = await app.tickets('POST', '/cart', {
    body: {
      provider: 'tc',
      tickets: [{ ticket_id: id, quantity: 2 }],
      meta: [{ ticket_id: id, items: people }],
    },
  })
  const purchaser = { name: 'Ann Example', email: 'ann@example.org' }
  const { json } = await order(app, 'free', cart.json.cart_hash, { body: { purchaser } })
  const [own, given] = json.attendees
  const ticketLink = ({ id: ticket, security_code: code }: typeof given) =>
    `/ticket/${ticket}/${code}`

  expect(await linksFor('c_y@example.org')).toContain(ticketLink(given))
  expect(await linksFor('c_y@example.org')).not.toContain('tc-order-id')
  expect(await linksFor('ann@example.org')).toContain(`tc-order-id=${json.id}`)
  expect(await linksFor('ann@example.org')).not.toContain(ticketLink(own))
  expect(await linksFor('cxy@example.org')).toBe('withdrawn')

  const body = { email: 'dee@example.org', full_name: 'Dee' }
  const passed = await app.tickets('POST', `/attendees/${given.id}`, { as: 'administrator', body })
  expect(passed.status).toBe(201)
  expect(await linksFor('c_y@example.org')).toBe('withdrawn')
  expect(await linksFor('dee@example.org')).toContain(`/ticket/${given.id}/`)

  await refund(app, json.id, { whole: true })
  expect(await linksFor('dee@example.org')).toBe('withdrawn')
})

test('buyers with letters outside ASCII in their address get their links, and staff find and send their mails', async () => {
  const { id } = await ticketOnSale(app, { priceMinor: 0 })
  const cart = await app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] },
  })
  const email = 'zoë@exämple.org'
  const purchaser = { name: 'Zoë', email }
  const { json } = await order(app, 'free', cart.json.cart_hash, { body: { purchaser } })
  expect(await linksFor(email)).toContain(`tc-order-id=${json.id}`)
  const resent = await app.tickets('POST', `/orders/${json.id}/resend`, {
    as: 'administrator',
    body: { to: email },
  })
  expect(resent.status).toBe(202)
  const mails = await outbox(app, { recipient: email })
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(
    new Set(['order.confirmed', 'order.links']),
  )
  const refused = await Promise.all(
    ['zoë@', 'zoë@exämple.org,', 'zoë'].map(wrong =>
      app.tickets('POST', '/orders/links', { body: { email: wrong } }),
    ),
  )
  const { status, json: problem } = refused[0] ?? {}
  expect([status, problem?.data.params]).toEqual([400, { email: 'email is not a valid email.' }])
  expect(refused.map(answer => answer.status)).toEqual([400, 400, 400])
})
