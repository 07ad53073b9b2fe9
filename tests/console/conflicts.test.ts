import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
/** Somebody else, who changes the same records by the interface. */
const other = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Within the form: what is said in passing is an alert, too. */
const alert = (page: Page) => page.locator('form').getByRole('alert')

test('a refund is not made on top of what somebody else gave back meanwhile', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 2, way: 'cardprocessor' })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, 'Refund').click()
    await page.getByLabel('All of it').check()
    await page.getByLabel('Reason').fill('Cannot come')
    await page.getByRole('button', { name: /^Give back \$/ }).waitFor()
    await other.createOrderRefund({ id: orderId, amount: '5.00', reason: 'A goodwill' })
    await page.getByRole('button', { name: /^Give back \$/ }).click()
    await alert(page).getByText('changed this meanwhile. Nothing was saved.').waitFor()
    await button(page, 'Load anew').click()
    await page.getByText('Kept, and left to give back').waitFor()
  })
  expect((await other.getOrderPage({ id: orderId })).money?.returned).toBe('5.00')
})

test('settings that somebody else changed are loaded anew', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await page.getByLabel('Name').fill('Mine')
    await other.updateSettings({ name: 'Theirs' })
    await button(page, 'Save').click()
    await alert(page).getByText('changed this meanwhile. Nothing was saved.').waitFor()
  })
  expect((await other.getSettings()).name).toBe('Theirs')
})
