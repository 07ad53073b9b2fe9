import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { fillCart } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { hindrances, openPaidStage, photograph } from './open-browser.ts'
import { cards } from './play-providers.ts'

const { app, card, wallet, base, visit, complaints, cardMessages } = await openPaidStage()
const { id: chair } = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000 })

beforeEach(() => {
  complaints.length = 0
})

/** A buyer with a basket, up to the page on which it is paid. */
async function toPayment(page: Page, way: 'Card' | 'PayPal' = 'Card', cart?: string) {
  await page.goto(`/checkout?cart=${cart ?? (await fillCart(app, chair))}`)
  await page.getByLabel('Full name').fill('Bo Sample')
  await page.getByLabel('E-mail').fill('bo@example.org')
  await page.getByLabel(way, { exact: true }).check()
  await page.getByRole('button', { name: 'Order and pay' }).click()
  // Not its load event, which waits for the processor's script.
  await page.waitForURL('**/checkout/pay', { waitUntil: 'commit' })
}

const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]')
// Pressed by key: for a moment after the frame above it has moved the page, Chromium without a window misses clicks.
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now' })

async function payBy(page: Page, number: string) {
  await fields(page).getByLabel('Card number').fill(number)
  await payNow(page).press('Enter')
}

const paid = (page: Page) => page.getByText('This order is paid.').waitFor()
const orders = () =>
  app.db.selectFrom('orders').select(['id', 'status', 'gateway_order_id']).orderBy('id').execute()
const lastOrder = async () => (await orders()).at(-1)!
const doubleCharges = () => card.ledger().filter(({ charges }) => charges > 1)

describe('paying by card with a script', () => {
  test('takes the card in the frame of the processor and ends at the tickets', async () => {
    await visit({ viewport: { width: 390, height: 800 } }, async page => {
      const scripts = new Set<string>()
      page.on('request', request => {
        if (request.resourceType() === 'script') scripts.add(new URL(request.url()).origin)
      })
      await toPayment(page)
      await fields(page).getByLabel('Card number').waitFor()
      await photograph(page, 'pay-card-390-light')
      expect([...scripts]).toEqual(['https://js.stripe.com'])
      await payBy(page, cards.good)
      await paid(page)
      expect(page.url()).toMatch(/\/tickets-order\/\?tc-order-id=\d+&key=[^&]+$/)
      expect(await page.getByRole('img', { name: /Code of the ticket/ }).count()).toBe(1)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('tells why a card was declined, and takes another one', async () => {
    await visit({ bypassCSP: true }, async page => {
      await toPayment(page)
      await payBy(page, '')
      await page.getByRole('alert').getByText('Your card number is incomplete.').waitFor()
      await payBy(page, cards.empty)
      await page.getByRole('alert').getByText('insufficient funds').waitFor()
      expect(await payNow(page).isEnabled()).toBe(true)
      // Loaded again, the page still knows, in the words of the site.
      await page.goto('/checkout/pay?lang=de')
      await page.getByText('Auf dem Konto ist nicht genug Geld.').waitFor()
      expect(await hindrances(page)).toEqual([])
      await page.goto('/checkout/pay?lang=en')
      await payBy(page, cards.good)
      await paid(page)
    })
    expect(doubleCharges()).toEqual([])
  })

  test('shows the new total instead of paying, when another tab changed the basket meanwhile', async () => {
    await visit({}, async page => {
      const slug = `meanwhile-${Date.now()}`
      const body = { slug, display_name: 'Half', sub_type: 'percent', amount: 50, status: 'active' }
      await app.tickets('POST', '/coupons', { as: 'administrator', body })
      const cart_hash = await fillCart(app, chair)
      await app.tickets('POST', '/coupons/apply', { body: { cart_hash, coupon: slug } })
      await toPayment(page, 'Card', cart_hash)
      await page.locator('.buy-bar strong', { hasText: '$15.00' }).waitFor()
      await fields(page).getByLabel('Card number').fill(cards.good)
      // The basket has moved to a secret of this browser.
      const kept = await page.context().cookies()
      const own = kept.find(({ name }) => name === 'marquee-cart')?.value
      await app.tickets('POST', '/coupons/remove', { body: { cart_hash: own, coupon: slug } })
      // A window of tests is never hidden by another tab.
      await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
      await payNow(page).press('Enter')
      await page.locator('.buy-bar strong', { hasText: '$30.00' }).waitFor()
      expect((await lastOrder()).status).toBe('created')
      await payBy(page, cards.good)
      await paid(page)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('asks the bank in a frame, without leaving the page', async () => {
    await visit({}, async page => {
      await toPayment(page)
      const left: string[] = []
      page.on('framenavigated', frame => {
        if (frame === page.mainFrame()) left.push(frame.url())
      })
      await payBy(page, cards.asksBank)
      await bank(page).getByRole('button', { name: 'Fail' }).click()
      await page.getByRole('alert').getByText('failed authentication').waitFor()
      await payBy(page, cards.asksBank)
      await bank(page).getByRole('button', { name: 'Complete' }).click()
      await paid(page)
      expect(left.filter(address => !address.startsWith(`${base}/tickets-order/`))).toEqual([])
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('comes back from a bank that is a page of its own, having paid or not', async () => {
    await visit({}, async page => {
      await toPayment(page)
      await fields(page).getByLabel('Pay with').selectOption('Bank redirect')
      await payNow(page).press('Enter')
      await page.getByRole('link', { name: 'Fail' }).click()
      await page.waitForURL('**/checkout/pay')
      await page.getByText('Nothing was charged').waitFor()
      await fields(page).getByLabel('Pay with').selectOption('Bank redirect')
      await payNow(page).press('Enter')
      await page.getByRole('heading', { name: 'Your bank' }).waitFor()
      // Back instead of an answer: the page can be used again.
      await page.goBack()
      await fields(page).getByLabel('Pay with').selectOption('Bank redirect')
      await payNow(page).press('Enter')
      await page.getByRole('link', { name: 'Complete' }).click()
      await paid(page)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('comes back in another browser to the page of the order', async () => {
    const way = await visit({}, async page => {
      await toPayment(page)
      await fields(page).getByLabel('Pay with').selectOption('Bank redirect')
      await payNow(page).press('Enter')
      await page.getByRole('link', { name: 'Fail' }).waitFor()
      return page.url()
    })
    await visit({}, async page => {
      await page.goto(way)
      await page.getByRole('link', { name: 'Fail' }).click()
      await page.getByText('This order is not paid yet.').waitFor()
    })
  })

  test('shows the tickets by itself once a slow payment has arrived', async () => {
    await visit({}, async page => {
      await toPayment(page)
      await payBy(page, cards.slow)
      await page.getByText('The payment is being processed.').waitFor()
      const { gateway_order_id: reference } = await lastOrder()
      card.finish(reference ?? '')
      await card.webhooks.deliver(cardMessages)
      await page.reload()
      await paid(page)
    })
  })

  test('is known from the message of the processor when the tab was closed', async () => {
    const address = await visit({}, async page => {
      await toPayment(page)
      const { id } = await lastOrder()
      const left = page.waitForRequest(/\/checkout\/return/)
      await page.route('**/checkout/return**', route => route.abort())
      await payBy(page, cards.good)
      await left
      return id
    })
    expect((await lastOrder()).status).not.toBe('completed')
    await card.webhooks.deliver(cardMessages)
    expect(await lastOrder()).toMatchObject({ id: address, status: 'completed' })
  })

  test('pays once however often it is pressed, opened and gone back to', async () => {
    const before = (await orders()).length
    await visit({}, async page => {
      await toPayment(page)
      const other = await page.context().newPage()
      await other.goto('/checkout/pay')
      await fields(other).getByLabel('Card number').fill(cards.good)
      await page.reload()
      await fields(page).getByLabel('Card number').fill(cards.good)
      await payNow(page).click({ trial: true })
      await payNow(page).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
      await paid(page)
      await page.goBack()
      await paid(page)
      await page.goto('/checkout/pay')
      await paid(page)
      // The other tab does not know yet: the processor tells it, and it follows.
      await payNow(other).press('Enter')
      await paid(other)
    })
    expect(await orders()).toHaveLength(before + 1)
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('says what to do when the fields of the processor do not come', async () => {
    await visit({ bypassCSP: true }, async page => {
      await page.context().route('https://js.stripe.com/**', route => route.abort())
      await toPayment(page)
      await page.getByRole('alert').getByText('could not be loaded').waitFor()
      expect(await payNow(page).isDisabled()).toBe(true)
      expect(await hindrances(page)).toEqual([])
      await photograph(page, 'pay-blocked-1280-light')
      await page.getByRole('link', { name: /pay another way/ }).click()
      await page.getByLabel('PayPal', { exact: true }).check()
      await page.getByRole('button', { name: 'Order and pay' }).click()
      await page.getByRole('link', { name: 'Continue to PayPal' }).waitFor()
    })
  })

  test('says so, too, when they take too long', async () => {
    await visit({}, async page => {
      // Never answered.
      await page.context().route('https://js.stripe.com/**', () => {})
      await page.clock.install()
      await toPayment(page)
      await page.getByText('Loading the card form').waitFor()
      expect(await page.getByRole('alert').textContent()).toBe('')
      await page.clock.fastForward(15_000)
      await page.getByRole('alert').getByText('could not be loaded').waitFor()
    })
  })
})

test('without scripts the page of the card says so, and PayPal takes the money by plain links', async () => {
  await visit({ javaScriptEnabled: false }, async page => {
    await toPayment(page)
    expect(await page.locator('noscript').innerText()).toContain('Paying by card needs JavaScript.')
    await photograph(page, 'pay-without-script-1280-light')
    await page.getByRole('link', { name: /pay another way/ }).click()
    await page.getByLabel('PayPal', { exact: true }).check()
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByRole('link', { name: 'Continue to PayPal' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('This order is not paid yet.').waitFor()
    await page.getByRole('link', { name: 'Pay now' }).click()
    await page.getByRole('link', { name: 'Continue to PayPal' }).click()
    const { gateway_order_id: reference } = await lastOrder()
    wallet.setCapture(reference ?? '', 'decline')
    await page.getByRole('link', { name: 'Agree and pay' }).click()
    await page.getByText('The payment did not go through').waitFor()
    await page.getByRole('link', { name: 'Pay now' }).click()
    wallet.setCapture(reference ?? '', 'decline')
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('PayPal could not charge what you chose there.').waitFor()
    await page.getByRole('link', { name: 'Continue to PayPal' }).click()
    await page.getByRole('link', { name: 'Agree and pay' }).click()
    await paid(page)
    await page.goBack()
    await page.goto('/checkout')
    await paid(page)
  })
  expect(wallet.ledger().filter(({ charges }) => charges > 1)).toEqual([])
  expect(complaints).toEqual([])
})
