import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 720 } }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('a misspelt name finds its order from the list, too', async () => {
  const { purchaser } = await staff.getOrder({ id: made.order })
  const [first = '', last = ''] = purchaser.name.split(' ')
  const misspelt = `${last.slice(0, 2)}q${last.slice(3)}`
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/orders')
    await field(page, 'Search orders').fill(`${first} ${misspelt}`)
    await page.getByText('No order is like that').waitFor()
    await page.getByText('Perhaps it is one of these:').waitFor()
    await page
      .getByRole('link', { name: new RegExp(purchaser.name) })
      .first()
      .click()
    await page.getByRole('complementary', { name: /^Order \d+/ }).waitFor()
  })
})

test('moving to a dearer ticket says what to choose, and nothing that only programs send', async () => {
  const [place] = (await staff.getOrderPage({ id: made.freeOrder })).places
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${made.freeOrder}`)
    await button(page, /^Move/).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').selectOption({ label: 'Standard, $32.00' })
    await dialog
      .getByText('Choose above that the difference is forgiven, or does not count.')
      .waitFor()
    expect(await dialog.innerText()).not.toContain('`')
    await dialog.getByLabel(/^does not count/).check()
    await button(page, 'Move').click()
    await page.getByText('Moved. The code stays the same.').waitFor()
    // Its history is in the words of people.
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText(/^Moved to another ticket/).waitFor()
    expect(await history.innerText()).not.toMatch(/_|order line|pool id|captured|minor/)
  })
  expect(place).toBeDefined()
})

test('a place that was given back stays on its order as ended, and its end in the history', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${made.order}`)
    await button(page, 'Refund').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByLabel('Reason').fill('Ill')
    // However small the window, the button that ends it is in sight without scrolling.
    const give = dialog.getByRole('button', { name: /^Give back \$/ })
    await give.waitFor()
    const box = await give.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(720)
    await give.click()
    await page.getByText('The refund is with the provider.').waitFor()
    await page.getByText(/^Ended: /).waitFor()
  })
})

test('why places that cost nothing were given back stands in the history', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${made.freeOrder}`)
    await button(page, 'Refund').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').last().check()
    await dialog.getByLabel('Reason').fill('Has another evening')
    await dialog.getByRole('button', { name: 'Give back $0.00' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText(/Has another evening/).waitFor()
    await history.getByText('The place ended').waitFor()
  })
})

test('changing the price alone changes nothing else of a ticket', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await field(page, 'Price in USD').fill('33')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await link(page, 'Standard').click()
    await link(page, 'Who changed it').click()
    const newest = page.getByRole('row').nth(1)
    await newest.getByText('$33.00').waitFor()
    expect(await newest.getByRole('listitem').count()).toBe(1)
  })
})

test('whoever opens a till from the desk of an event is back at its desk', async () => {
  const event = await staff.createEvent({
    title: 'Matinee',
    start_date: '2027-06-05 11:00:00',
    end_date: '2027-06-05 13:00:00',
    status: 'publish',
  })
  const { tills } = await staff.listTills()
  for (const { id, open } of tills)
    if (open) await staff.closeTill({ id, counted: '0', note: 'End' })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/desk?event=${event.id}`)
    await link(page, 'Open a till').click()
    await field(page, 'Float in USD').fill('100')
    await button(page, 'Open it').click()
    await page.getByRole('heading', { name: 'Matinee' }).waitFor()
    await page.getByText('Main desk', { exact: true }).waitFor()
  })
})

test('the door leads to its gates and its paper list, and the account of the site to the console', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/door')
    const [gates] = await Promise.all([
      page.context().waitForEvent('page'),
      link(page, 'Door list, files of phones').click(),
    ])
    await gates.getByRole('heading', { name: 'Gates' }).waitFor()
    // Two forms of it ask for a name, each in a field of its own.
    await gates.getByLabel('Name of the gate').fill('North')
    expect(await gates.getByLabel('Name of the phone').inputValue()).toBe('')
    await gates.getByRole('button', { name: 'Add a gate' }).click()
    await gates.getByRole('listitem').getByText('North').waitFor()
    await gates.goto('/account')
    await gates.getByRole('link', { name: 'The console: events, orders and the door' }).click()
    await gates.getByRole('heading', { name: 'Today' }).waitFor()
    await gates.close()
  })
})

test('the first steps lead into their form, and after the first sale one line has them until it is hidden', async () => {
  await visitSignedIn(wide, async page => {
    await page.getByText(/^\d of the 6 first steps are done\.$/).waitFor()
    await link(page, 'See what is left').click()
    await page.getByRole('heading', { name: 'The steps' }).waitFor()
    await link(page, 'Name the site').click()
    await expect
      .poll(() => field(page, 'Name of the site').evaluate(one => one === document.activeElement))
      .toBe(true)
    await page.goto('/admin/')
    await button(page, 'Hide this').click()
    await page.reload()
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await link(page, 'See what is left').count()).toBe(0)
  })
})
