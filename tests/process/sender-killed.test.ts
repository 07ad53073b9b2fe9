import { expect, test } from 'vitest'
import { client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeInstallation } from '../support/installation.ts'
import { adminAuthorization, startServer } from '../support/server-process.ts'

const orders = 24
const mostMs = 60_000

test(onPostgres
  ? 'after the process that sends is killed, another live process sends the other mails within a minute, each of them once'
  : 'after the process that sends is killed and started again, the other mails leave within a minute, each of them once', async () => {
  const installation = await makeInstallation()
  const mail = await startMailServer()
  // Slow enough to be killed between two mails, of which a batch is claimed already.
  const settings = {
    ...installation.environment,
    SMTP_URL: mail.url,
    MAIL_PER_SECOND: '4',
    MAIL_PDF_KIB: 'off',
  }
  const first = await startServer(settings)
  const staff = client(first.base, { authorization: adminAuthorization })
  const event = await staff.staff('POST', '/events/v1/events', {
    title: 'An evening',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const ticket = await staff.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Entrance',
    price: '',
    ticket: { mode: 'own', capacity: 100 },
  })
  expect([event.status, ticket.status]).toEqual([201, 202])
  for (let number = 0; number < orders; number += 1) {
    const cart = await staff.anyone('POST', '/tickets/v1/cart', {
      provider: 'tc',
      tickets: [{ ticket_id: ticket.json.id, quantity: 1 }],
    })
    const { status } = await staff.anyone('POST', '/tickets/v1/commerce/free/order', {
      cart_hash: cart.json.cart_hash,
      purchaser: { name: 'Ada', email: `buyer${number}@example.org` },
    })
    expect(status).toBe(200)
  }
  const beside = onPostgres ? await startServer(settings) : undefined
  await expect.poll(() => mail.received.length, { timeout: 120_000 }).toBeGreaterThan(2)
  await first.kill('SIGKILL')
  const killed = performance.now()
  const before = mail.received.length
  expect(before).toBeLessThan(orders)
  const next = beside ?? (await startServer(settings))
  const addresses = () => new Set(mail.received.map(({ to }) => to))
  await expect.poll(() => mail.received.length, { timeout: 2 * mostMs }).toBeGreaterThan(before)
  expect((mail.received[before]?.at ?? Number.POSITIVE_INFINITY) - killed).toBeLessThan(mostMs)
  await expect.poll(() => addresses().size, { timeout: mostMs }).toBe(orders)
  // A mail that was under way at the kill may come again, and is known by its Message-ID.
  const ids = mail.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1])
  expect(new Set(ids).size).toBe(orders)
  expect(mail.received.length - orders).toBeLessThanOrEqual(1)
  await next.kill('SIGTERM')
  await installation.remove()
}, 480_000)
