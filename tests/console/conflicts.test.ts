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

test('what somebody else changed of an event meanwhile is taken over, and where both changed a field one chooses', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/edit`)
    await page.getByLabel('Its own website').fill('https://mine.example')
    await other.updateEvent({
      id: made.event,
      title: 'Maren Sol: one more',
      website: 'https://theirs.example',
    })
    await button(page, 'Save').click()
    await alert(page).getByText('changed this meanwhile. Nothing was saved yet.').waitFor()
    await alert(page).getByText('Taken over, as you had not touched it: Name').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Maren Sol: one more')
    await alert(page).getByLabel('Yours: https://mine.example').waitFor()
    await alert(page).getByLabel('Theirs: https://theirs.example').check()
    await button(page, 'Save').click()
    await alert(page).waitFor({ state: 'detached' })
  })
  expect(await other.getEvent({ id: made.event })).toMatchObject({
    title: 'Maren Sol: one more',
    website: 'https://theirs.example',
  })
})

test('a ticket keeps what was typed over the change of somebody else, if one says so', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await page.getByLabel('Price in USD').fill('40.00')
    await other.updateTicket({ id: made.ticket, post_id: made.event, price: '36.00' })
    await button(page, 'Save').click()
    await alert(page).getByText('changed this meanwhile. Nothing was saved yet.').waitFor()
    expect(await page.getByLabel('Price in USD').inputValue()).toBe('40.00')
    await button(page, 'Save').click()
    await alert(page).waitFor({ state: 'detached' })
    await page.getByText('$40.00').first().waitFor()
  })
})

test('the buyer of an order is corrected field by field when somebody else corrected it, too', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 1, way: 'cardprocessor' })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, 'Change the buyer').click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('mine@example.org')
    await other.correctOrder({ id: orderId, name: 'Ada King', email: 'theirs@example.org' })
    await button(page, 'Save').click()
    await alert(page).getByText('Taken over, as you had not touched it: Name').waitFor()
    await alert(page).getByLabel('Yours: mine@example.org').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Corrected.').waitFor()
  })
  expect((await other.getOrderPage({ id: orderId })).purchaser).toMatchObject({
    name: 'Ada King',
    email: 'mine@example.org',
  })
})

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
