import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { fillCart } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { hindrances, openPaidStage, photograph } from './open-browser.ts'

const { app, wallet, visit, complaints } = await openPaidStage()
const { id: chair } = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000 })
const paypal = 'https://www.sandbox.paypal.com'

beforeEach(() => {
  complaints.length = 0
})

/** A buyer who chose PayPal, up to the page on which it is paid. */
async function toPayment(page: Page, language = 'en') {
  await page.goto(`/checkout?cart=${await fillCart(app, chair)}&lang=${language}`)
  await page.locator('[name=name]').fill('Bo Sample')
  await page.locator('[name=email]').fill('bo@example.org')
  await page.locator('#way-wallet').check()
  await page.locator('button[value=order]').last().click()
  await page.waitForURL('**/checkout/pay')
}

const button = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal' })
const link = (page: Page) => page.getByRole('link', { name: 'Open PayPal’s page instead' })
// By key: Chromium without a screen misses clicks in windows that have just opened.
const agree = (window: Page) => window.getByRole('button', { name: 'Agree and pay' }).press('Enter')
const paid = (page: Page) => page.getByText('This order is paid.').waitFor()
const problem = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()

/** Presses the button; returns the window of the wallet. */
async function press(page: Page): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), button(page).click()])
  await window.getByRole('heading', { name: 'PayPal' }).waitFor()
  return window
}

const orders = () =>
  app.db.selectFrom('orders').select(['id', 'status', 'gateway_order_id']).orderBy('id').execute()
const reference = async () => (await orders()).at(-1)?.gateway_order_id ?? ''
const doubleCharges = () => wallet.ledger().filter(({ charges }) => charges > 1)

describe('paying by the button of PayPal', () => {
  test('takes the money in a window of PayPal and ends at the tickets', async () => {
    const counted = (await orders()).length
    await visit({ viewport: { width: 390, height: 800 } }, async page => {
      const scripts = new Set<string>()
      page.on('request', request => {
        if (request.resourceType() === 'script') scripts.add(new URL(request.url()).origin)
      })
      await toPayment(page)
      await button(page).waitFor()
      await photograph(page, 'pay-wallet-390-light')
      expect([...scripts]).toEqual([paypal])
      await agree(await press(page))
      await paid(page)
      expect(page.url()).toMatch(/\/tickets-order\/\?tc-order-id=\d+&key=[^&]+$/)
      await page.goBack()
      await paid(page)
      await page.goto('/checkout/pay')
      await paid(page)
    })
    expect(await orders()).toHaveLength(counted + 1)
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('is there for every visitor who needs it: by key, in each language, accessible', async () => {
    await visit({ bypassCSP: true }, async page => {
      await toPayment(page)
      await button(page).waitFor()
      expect(await hindrances(page)).toEqual([])
      for (const language of ['de', 'nb', 'fr', 'es', 'ar-XB']) {
        await page.goto(`/checkout/pay?lang=${language}`)
        await page.locator('paypal-button').waitFor()
        await photograph(page, `pay-wallet-1280-${language}`)
      }
      const opened = page.waitForEvent('popup')
      await button(page).press('Enter')
      await agree(await opened)
      await page.waitForURL('**/tickets-order/**')
    })
    expect(complaints).toEqual([])
  })

  test('tells a buyer who closes the window, or cancels in it, that nothing was charged', async () => {
    await visit({}, async page => {
      await toPayment(page)
      await (await press(page)).close()
      await problem(page, 'PayPal was closed before you approved')
      const window = await press(page)
      expect(await page.getByRole('alert').textContent()).toBe('')
      await window.getByRole('button', { name: 'Cancel and return' }).click()
      await problem(page, 'Nothing was charged.')
      await photograph(page, 'pay-wallet-closed-1280-light')
      await agree(await press(page))
      await paid(page)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('shows the reason of a decline, and opens PayPal again for another card there', async () => {
    await visit({ bypassCSP: true }, async page => {
      await toPayment(page)
      wallet.setCapture(await reference(), 'decline')
      await agree(await press(page))
      await page.getByText('PayPal could not charge what you chose there.').waitFor()
      await button(page).waitFor()
      expect(await hindrances(page)).toEqual([])
      await photograph(page, 'pay-wallet-declined-1280-light')
      await agree(await press(page))
      await paid(page)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('follows a payment that PayPal still looks at to the page of the order', async () => {
    await visit({}, async page => {
      await toPayment(page)
      wallet.setCapture(await reference(), 'pending')
      await agree(await press(page))
      await page.getByText('The payment is being processed.').waitFor()
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('opens PayPal in the page where the browser blocks windows', async () => {
    await visit({}, async page => {
      await page.addInitScript(() => {
        window.open = () => null
      })
      await toPayment(page)
      await button(page).click()
      const frame = page.frameLocator('iframe[title=PayPal]')
      await frame.getByRole('button', { name: 'Agree and pay' }).click()
      await paid(page)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('opens one window however often it is pressed', async () => {
    await visit({}, async page => {
      await toPayment(page)
      await button(page).waitFor()
      const windows: Page[] = []
      page.on('popup', window => windows.push(window))
      await button(page).evaluate((pressed: HTMLElement) => {
        pressed.click()
        pressed.click()
      })
      await expect.poll(() => windows.length).toBe(1)
      await agree(windows[0]!)
      await paid(page)
      expect(windows).toHaveLength(1)
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('leads to the order when another tab paid it, before the window opened or behind it', async () => {
    await visit({}, async page => {
      await toPayment(page)
      const other = await page.context().newPage()
      await other.goto('/checkout/pay')
      await button(other).waitFor()
      const window = await press(page)
      await agree(await press(other))
      await paid(other)
      await agree(window)
      await paid(page)
    })
    await visit({}, async page => {
      await toPayment(page)
      const other = await page.context().newPage()
      await other.goto('/checkout/pay')
      await button(other).waitFor()
      await page.reload()
      await agree(await press(page))
      await paid(page)
      await button(other).click()
      await paid(other)
    })
    expect(doubleCharges()).toEqual([])
  })

  test('says so when our own server cannot be asked, and takes the money once it can', async () => {
    await visit({}, async page => {
      await toPayment(page)
      const recheck = '**/commerce/paypal/order/**'
      await page.route(recheck, route => route.fulfill({ status: 503, json: {} }))
      await button(page).click()
      await problem(page, 'PayPal could not open the payment.')
      await page.unroute(recheck)
      await agree(await press(page))
      await paid(page)
    })
    expect(doubleCharges()).toEqual([])
  })
})

describe('the link to PayPal', () => {
  const byLink = async (page: Page, name: string) => {
    await page.getByRole('link', { name }).click()
    await page.getByRole('link', { name: 'Agree and pay' }).click()
    await paid(page)
  }

  test('pays where the script of PayPal is blocked', async () => {
    await visit({}, async page => {
      await page.context().route(`${paypal}/**`, route => route.abort())
      await toPayment(page)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('paypal-button').count()).toBe(0)
      await photograph(page, 'pay-wallet-blocked-1280-light')
      await byLink(page, 'Continue to PayPal')
    })
    expect(doubleCharges()).toEqual([])
  })

  test('pays where PayPal does not offer its button', async () => {
    await visit({}, async page => {
      await page
        .context()
        .route(`${paypal}/fake/eligible**`, route =>
          route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: [] }),
        )
      await toPayment(page)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('paypal-button').count()).toBe(0)
      await byLink(page, 'Continue to PayPal')
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })

  test('stays beside the button, and pays when the window was left open', async () => {
    await visit({}, async page => {
      await toPayment(page)
      await press(page)
      await link(page).waitFor()
      await byLink(page, 'Open PayPal’s page instead')
    })
    expect([doubleCharges(), complaints]).toEqual([[], []])
  })
})
