import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePlace, launch } from '../browser/open-browser.ts'
import { somePassword } from '../support/browser.ts'
import { purchaser } from '../support/buying.ts'
import { type Client, client } from '../support/client.ts'
import { adminAuthorization, startServer } from '../support/server-process.ts'
import { signIn } from './open-console.ts'

const orders = 5
const long = { timeout: 120_000 }

/** A service in a process of its own, whose organiser has a password; it can be killed and started again. */
async function openService() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { port, base } = await freePlace()
  // One in a second, so that there is a middle to be killed in.
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: base,
    REFUNDS_A_SECOND: '1',
  }
  let server = await startServer(environment)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  const as = client(base, { authorization: adminAuthorization })
  const login = 'organiser'
  const body = {
    login,
    email: 'organiser@example.org',
    role: 'administrator',
    password: somePassword,
  }
  expect((await as.staff('POST', '/admin/v1/users', body)).status).toBe(201)
  return {
    as,
    base,
    login,
    /** Kills the process by -9, and starts another one. */
    killAndStart: async () => {
      await server.kill('SIGKILL')
      server = await startServer(environment)
    },
  }
}

async function sell(as: Client): Promise<number> {
  const event = await as.staff('POST', '/events/v1/events', {
    title: 'A night of power cuts',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const ticket = await as.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Stalls',
    price: '30.00',
    ticket: { mode: 'own', capacity: 100 },
  })
  for (let n = 0; n < orders; n += 1) {
    const tickets = [{ ticket_id: ticket.json.id, quantity: 1 }]
    const cart = await as.anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
    const cart_hash = cart.json.cart_hash as string
    const order = '/tickets/v1/commerce/cardprocessor/order'
    const { json } = await as.anyone('POST', order, { cart_hash, purchaser })
    const { client_secret } = json
    const paid = await as.anyone('POST', `${order}/${json.payment_intent_id}`, {
      cart_hash,
      client_secret,
    })
    expect(paid.json.status).toBe('completed')
  }
  return event.json.id as number
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an evening is called off with its dry run, the service is killed in the middle twice, and each order gets its money once', async () => {
  const { as, base, login, killAndStart } = await openService()
  const event = await sell(as)
  const browser = await launch()
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ baseURL: base, viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(60_000)
  await signIn(page, login)
  await page.goto(`/admin/events/${event}/call-off`)
  await page.getByLabel(/is cancelled/).check()
  await page.getByLabel('Reason', { exact: true }).fill('The singer is ill.')
  await button(page, 'Cancel the event').click()
  await button(page, 'Show what would happen').click()
  await page.getByText(`Dry run of ${orders} orders`).waitFor()
  await button(page, 'Do the first three only').click()
  const progress = page.getByText(new RegExp(`^[123] of ${orders} orders`))
  await progress.waitFor()
  await killAndStart()
  await page.reload()
  await page.getByText('It rests').waitFor(long)
  await page.getByText(`3 of ${orders} orders`).waitFor()
  await button(page, 'Continue').click()
  await page.getByRole('heading', { name: 'It goes on' }).waitFor()
  await killAndStart()
  await page.reload()
  await page.getByText('It is done').first().waitFor(long)
  await page.getByRole('link', { name: `${orders} done` }).click()
  await page.getByRole('table', { name: 'Rows of the run' }).waitFor()
  const list = await as.staff(
    'GET',
    `/admin/v1/orders?filter.event=${event}&columns=number,total,refunded`,
  )
  expect(list.json.rows.map(({ total, refunded }: any) => [total, refunded])).toEqual(
    Array.from({ length: orders }, () => ['30.00', '30.00']),
  )
})
