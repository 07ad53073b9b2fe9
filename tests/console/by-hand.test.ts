import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { button, handsOn, type Way, windows } from './hands.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

/** The tasks of an organiser's day, by labels and roles; the budget is in presses, taps and fields together. */
const tasks: Readonly<
  Record<string, [budget: number, run: (page: Page, way: Way) => Promise<number>]>
> = {
  'a 20 % coupon': [
    4,
    async (page, way) => {
      const { press, type, acts } = handsOn(page, way)
      await page.goto('/admin/coupons')
      await press(button(page, 'New coupon'))
      await type(page.getByLabel('Code'), `BY${way}`)
      await type(page.getByLabel('Per cent'), '20')
      await press(button(page, 'Add the coupon'))
      await page.getByRole('table', { name: 'Coupons' }).getByText(`BY${way}`).first().waitFor()
      return acts()
    },
  ],
  'a fee': [
    4,
    async (page, way) => {
      const { press, type, acts } = handsOn(page, way)
      await page.goto('/admin/fees')
      await press(button(page, 'New fee'))
      await type(page.getByRole('textbox', { name: 'Name' }), `Cloakroom ${way}`)
      await type(page.getByLabel('Amount in USD'), '1.50')
      await press(button(page, 'Add the fee'))
      await page.getByRole('table', { name: 'Fees' }).getByText(`Cloakroom ${way}`).waitFor()
      return acts()
    },
  ],
  'a place given back, its fee kept': [
    5,
    async (page, way) => {
      const { orderId } = await buy(app, made.ticket, { quantity: 2, way: 'cardprocessor' })
      const { press, type, acts } = handsOn(page, way)
      await page.goto(`/admin/orders/${orderId}`)
      await press(button(page, 'Refund'))
      await press(page.getByRole('checkbox', { name: /place 1$/ }), 'Space')
      await press(page.getByLabel('Keep the fees'), 'Space')
      await type(page.getByLabel('Reason'), 'Cannot come')
      await page.getByRole('button', { name: /^Give back \$/ }).waitFor()
      await press(page.getByRole('button', { name: /^Give back \$/ }))
      await page.getByText('The refund is with the provider.').waitFor()
      const { places, money } = await staff.getOrderPage({ id: orderId })
      expect(places.filter(({ valid }) => valid)).toHaveLength(1)
      expect(Number(money?.returned) + Number(money?.promised)).toBeGreaterThan(0)
      return acts()
    },
  ],
  'a list kept under a name': [
    4,
    async (page, way) => {
      const { press, type, acts } = handsOn(page, way)
      await page.goto('/admin/attendees?filter.checked_in=false')
      await press(page.locator('summary', { hasText: 'Views' }))
      await press(button(page, 'Keep this list'))
      await type(page.getByLabel('Name of the view'), `To come, ${way}`)
      await press(button(page, 'Keep'))
      await page.getByText(`To come, ${way} is kept among the views.`).waitFor()
      return acts()
    },
  ],
}

const runs = Object.entries(tasks).flatMap(([name, [budget, run]]) =>
  (['keyboard', 'touch'] as const).map(way => ({ name, way, budget, run })),
)

test.each(runs)('$name, by $way', async ({ name, way, budget, run }) => {
  await visitSignedIn(windows[way], async page => {
    const acts = await run(page, way)
    console.log(`${name}, by ${way}: ${acts} of at most ${budget}.`)
    expect(acts).toBeLessThanOrEqual(budget)
  })
})
