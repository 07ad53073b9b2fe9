import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page) => page.getByRole('dialog')

test('an event is made on a phone with a venue in place and a picture, and previewed before it is published', async () => {
  const { picture } = await import('../support/picture-server.ts')
  const buffer = await picture(1300, 700)
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/events/new')
    await page.getByLabel('Name').fill('Night of Organs')
    await page.getByLabel('Day', { exact: true }).fill('2027-09-11')
    await page.getByLabel('Ends at').fill('23:15')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Venue', { exact: true }).fill('St Mary')
    await page.getByLabel('Street and number').fill('Main Street 4')
    await page.getByLabel('City').fill('Lübeck')
    await page.getByLabel('Organizer', { exact: true }).fill('Friends of the Organ')
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'organ.png', mimeType: 'image/png', buffer })
    await dialog(page).getByRole('img', { name: 'As you chose it' }).waitFor()
    await button(page, 'Use this part').tap()
    await page.getByText('Uploaded. Save the event to keep it.').waitFor()
    await button(page, 'Save the draft').tap()
    await page.getByRole('heading', { name: 'Night of Organs' }).waitFor()
    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Preview' }).tap(),
    ])
    await preview.getByText('Preview: this is how the page looks').waitFor()
    await preview.getByRole('heading', { name: 'Night of Organs' }).waitFor()
    await photograph(preview, 'console-preview')
    await button(page, 'Publish').tap()
    await page.getByText('Published', { exact: true }).waitFor()
  })
  const { events } = await staff.listEvents({ search: 'Night of Organs', start_date: '2027-01-01' })
  expect(events).toMatchObject([
    {
      status: 'publish',
      start_date: '2027-09-11 19:30:00',
      end_date: '2027-09-11 23:15:00',
      timezone: 'Europe/Berlin',
      venue: { venue: 'St Mary', address: 'Main Street 4', city: 'Lübeck' },
      organizer: [{ organizer: 'Friends of the Organ' }],
      // The largest part of 16 by 9.
      image: { width: expect.closeTo(1245, -1), height: 700 },
    },
  ])
})

test('an amount that means two things is refused with both readings, and what was typed stays', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/new`)
    await page.getByLabel('Name').fill('Odd')
    await page.getByLabel('Price in USD').fill('12.345')
    await page.getByLabel('How many').fill('many')
    await button(page, 'Add the ticket').click()
    await page.getByText('How many places are there?').waitFor()
    expect(await page.getByLabel('How many').inputValue()).toBe('many')
    // Leaving would lose it, so it asks.
    page.once('dialog', asking => void asking.dismiss())
    await page.getByRole('link', { name: 'Orders' }).first().click()
    expect(await page.getByLabel('Name').inputValue()).toBe('Odd')
  })
})

test('an event is duplicated for next year with its tickets', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${made.event}`)
    await page.getByRole('link', { name: 'Duplicate' }).tap()
    await page.getByLabel('The copy begins').fill('2032-05-14T20:00')
    await button(page, 'Make the draft').tap()
    await page.getByText('There is a draft now').waitFor()
    await page.getByText('Draft', { exact: true }).waitFor()
  })
  const original = await staff.getEvent({ id: made.event })
  const { events } = await staff.listEvents({
    search: original.title,
    start_date: '2032-01-01',
    status: ['draft'],
  })
  expect(events).toMatchObject([{ start_date: '2032-05-14 20:00:00', status: 'draft' }])
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
