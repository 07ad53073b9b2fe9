import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, visit, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
/** Somebody else, who changes the same records by the interface. */
const other = await staffClient(app)
const ana = await personWithPassword(app)
const wide = { viewport: { width: 1280, height: 900 } }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
/** Within the form: what is said in passing is an alert, too. */
const alert = (page: Page) => page.locator('form').getByRole('alert')
/** A field of the form itself, beside a choice of the same name. */
const field = (page: Page, label: string) =>
  page.locator('input, textarea, select').and(page.getByLabel(label, { exact: true }))
const choice = (page: Page, name: string) => alert(page).getByRole('radiogroup', { name })

/** Two people with a browser each: the first is the administrator of this test, the second is Ana. */
const twoBrowsers = (act: (mine: Page, anas: Page) => Promise<void>) =>
  visitSignedIn(wide, mine =>
    visit(wide, async anas => {
      await signIn(anas, ana.login)
      await act(mine, anas)
    }),
  )

const theirs = new RegExp(`^${ana.login}’s, (just now|1 minute ago): `)

test('an event that two browsers edit is decided field by field, edited on, and saved; what only Ana changed is taken over', async () => {
  await twoBrowsers(async (mine, anas) => {
    const address = `/admin/events/${made.event}/edit`
    await Promise.all([mine.goto(address), anas.goto(address)])
    await field(mine, 'Its own website').fill('https://mine.example')
    await field(mine, 'For whom').fill('From 12 years')
    await field(anas, 'Name').fill('Maren Sol: one more')
    await field(anas, 'Its own website').fill('https://anas.example')
    await field(anas, 'For whom').fill('From 16 years')
    await button(anas, 'Save').click()
    await anas.getByRole('heading', { name: 'Maren Sol: one more' }).waitFor()
    await app.deps.following.catchUp()
    // The other browser shows what is new beside its form, and keeps what is being typed.
    await mine.getByRole('navigation', { name: 'This event' }).getByText('one more').waitFor()
    expect(await field(mine, 'Its own website').inputValue()).toBe('https://mine.example')

    await button(mine, 'Save').click()
    await alert(mine).getByText(`${ana.login} changed this meanwhile, `).waitFor()
    await alert(mine).getByText('Taken over, as you had not touched it: Name').waitFor()
    expect(await field(mine, 'Name').inputValue()).toBe('Maren Sol: one more')
    const website = choice(mine, 'Its own website')
    await website.getByLabel('Yours: https://mine.example').waitFor()
    await website.getByLabel(theirs).check()
    expect(await field(mine, 'Its own website').inputValue()).toBe('https://anas.example')
    expect(await choice(mine, 'For whom').getByLabel('Yours: From 12 years').isChecked()).toBe(true)
    await field(mine, 'Access').fill('A ramp at the side door')
    await button(mine, 'Save').click()
    await mine.getByText('Saved.').waitFor()
  })
  expect(await other.getEvent({ id: made.event })).toMatchObject({
    title: 'Maren Sol: one more',
    website: 'https://anas.example',
    age_note: 'From 12 years',
    access_note: 'A ramp at the side door',
  })
})

test('a venue that somebody else gave an event meanwhile is taken over, not made a second time', async () => {
  const event = await other.createEvent({
    title: 'Two venues',
    start_date: '2027-08-01 20:00:00',
    end_date: '2027-08-01 22:00:00',
    status: 'draft',
  })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${event.id}/edit`)
    await field(page, 'Name').fill('Two venues, one house')
    await other.updateEvent({
      id: event.id,
      venue: { venue: 'Chapel of the Lighthouse', status: 'publish' },
    })
    await button(page, 'Save').click()
    await alert(page).getByText('as you had not touched it: Venue').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
  })
  expect(await other.getEvent({ id: event.id })).toMatchObject({
    title: 'Two venues, one house',
    venue: { venue: 'Chapel of the Lighthouse' },
  })
  const { venues } = await other.listVenues({ search: 'Lighthouse' })
  expect(venues).toHaveLength(1)
})

test('a ticket that two browsers edit keeps what was typed, or takes the choice of the other in words', async () => {
  await twoBrowsers(async (mine, anas) => {
    const address = `/admin/events/${made.event}/tickets/${made.ticket}`
    await Promise.all([mine.goto(address), anas.goto(address)])
    await field(mine, 'Price in USD').fill('40.00')
    await field(mine, 'Names of attendees').selectOption('required')
    await field(anas, 'Price in USD').fill('36.00')
    await field(anas, 'Names of attendees').selectOption('allowed')
    await button(anas, 'Save').click()
    await anas.getByText('Saved.').waitFor()
    await button(mine, 'Save').click()
    await choice(mine, 'Price in USD').getByLabel('Yours: 40.00').waitFor()
    const names = choice(mine, 'Names of attendees')
    await names.getByLabel('Yours: must be given').waitFor()
    await names.getByLabel(/’s, .*: may be given$/).check()
    expect(await field(mine, 'Names of attendees').inputValue()).toBe('allowed')
    await button(mine, 'Save').click()
    await mine.getByText('Saved.').waitFor()
  })
  const ticket = await other.getTicket({ id: made.ticket })
  expect([Number(ticket.cost_details.values[0]), ticket.iac]).toEqual([40, 'allowed'])
})

test('the buyer of an order is corrected field by field when somebody else corrected it, too', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 1, way: 'cardprocessor' })
  await twoBrowsers(async (mine, anas) => {
    for (const page of [mine, anas]) {
      await page.goto(`/admin/orders/${orderId}`)
      await button(page, 'Change the buyer').click()
    }
    const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail address' })
    await email(mine).fill('mine@example.org')
    await email(anas).fill('anas@example.org')
    await anas.getByRole('dialog').getByLabel('Name').fill('Ada King')
    await button(anas, 'Save').click()
    await anas.getByText('Corrected.').waitFor()
    await button(mine, 'Save').click()
    await alert(mine).getByText('Taken over, as you had not touched it: Name').waitFor()
    await choice(mine, 'E-mail address').getByLabel('Yours: mine@example.org').waitFor()
    await choice(mine, 'E-mail address').getByLabel(theirs).waitFor()
    await button(mine, 'Save').click()
    await mine.getByText('Corrected.').waitFor()
  })
  expect((await other.getOrderPage({ id: orderId })).purchaser).toMatchObject({
    name: 'Ada King',
    email: 'mine@example.org',
  })
})

test('an attendee, and whether an event takes place, are not changed over somebody else unseen', async () => {
  const { orderId } = await buy(app, made.freeTicket, { quantity: 1 })
  const { attendees } = await other.getOrder({ id: orderId })
  const id = attendees[0]?.id ?? 0
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, /^Correct /).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Mine')
    await other.updateAttendee({ id, full_name: 'Ada Theirs' })
    await button(page, 'Save').click()
    await choice(page, 'Name').getByLabel('Yours: Ada Mine').waitFor()
    await choice(page, 'Name')
      .getByLabel(/: Ada Theirs$/)
      .check()
    await button(page, 'Save').click()
    await page.getByText('Corrected.').waitFor()
    await page.goto(`/admin/events/${made.event}/call-off`)
    await page.getByLabel(/is postponed/).check()
    await field(page, 'Reason').fill('The hall has no light.')
    await other.updateEvent({ id: made.event, title: 'Maren Sol: moved' })
    await button(page, 'Postpone the event').click()
    await alert(page).getByText('changed this meanwhile, ').waitFor()
  })
  expect((await other.getAttendee({ id })).title).toBe('Ada Theirs')
  expect((await other.getEvent({ id: made.event })).happening).toBe('scheduled')
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
    await alert(page).getByText('changed this meanwhile, ').waitFor()
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
    await alert(page).getByText('changed this meanwhile, ').waitFor()
    page.once('dialog', asking => void asking.accept())
    await button(page, 'Load anew').click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=name]')?.value === 'Theirs',
    )
  })
  expect((await other.getSettings()).name).toBe('Theirs')
})
