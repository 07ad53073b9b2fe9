import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

test('`/` finds an order by what somebody says on the phone, and Ctrl-K begins what may be done, without a mouse', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 1, way: 'cardprocessor' })
  await staff.correctOrder({ id: orderId, name: 'Ingeborg Haugland' })
  await visitSignedIn(wide, async page => {
    await page.keyboard.press('/')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('ingeborg hauglund')
    await page
      .getByRole('option', { name: /Ingeborg Haugland/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: `Order ${orderId}` }).waitFor()
    // The dialog gives the focus back when it is gone.
    await page.getByRole('dialog', { name: 'Search everything' }).waitFor({ state: 'detached' })
    await page.getByLabel('Search orders').focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('new coup')
    await page.getByRole('option', { name: /New coupon/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New coupon' }).waitFor()
    await page.reload()
    await page.getByRole('dialog', { name: 'New coupon' }).waitFor()
  })
})

test('what somebody else sells and changes is shown without a reload, and what is being typed stays', async () => {
  const { title } = await staff.getEvent({ id: made.event })
  await visitSignedIn(wide, async page => {
    const [first] = [page, await page.context().newPage()]
    const other = page.context().pages()[1]
    if (!other) throw new Error('no second tab')
    await other.goto('/admin/orders')
    await other.getByText(/^\d+ orders$/).waitFor()
    const before = await other.getByText(/^\d+ orders$/).textContent()
    await first.goto(`/admin/events/${made.event}/edit`)
    await first.getByLabel('Its own website').fill('https://maren.example')
    await buy(app, made.freeTicket, { quantity: 1 })
    await staff.updateEvent({ id: made.event, title: 'Maren Sol: the last tram but one' })
    await app.deps.following.catchUp()
    await other.getByText(`${Number.parseInt(before ?? '0') + 1} orders`, { exact: true }).waitFor()
    await first.getByText('Maren Sol: the last tram but one').first().waitFor()
    expect(await first.getByLabel('Its own website').inputValue()).toBe('https://maren.example')
  })
  await staff.updateEvent({ id: made.event, title })
})

test('a dialog in which something was typed is closed by its buttons only', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/coupons')
    await page.getByRole('button', { name: 'New coupon' }).click()
    await page.getByLabel('Code', { exact: true }).fill('SUMMER')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('SUMMER')
    page.once('dialog', asking => void asking.accept())
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New coupon' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

test('none of this broke the policy of the page', () => {
  expect(complaints).toEqual([])
})
