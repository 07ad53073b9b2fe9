import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances, photograph } from '../browser/open-browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { moveSample } from '../importing/moved.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole({
  SITE_TIMEZONE: 'Europe/London',
  SITE_CURRENCY: 'GBP',
})
await moveSample(app.database)
const staff = await staffClient(app)

const wide = { bypassCSP: true, viewport: { width: 1280, height: 900 } }
const phone = {
  bypassCSP: true,
  viewport: { width: 320, height: 800 },
  hasTouch: true,
  isMobile: true,
}

const accessible = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await photograph(page, `${name}-${colorScheme}`)
    expect(await hindrances(page)).toEqual([])
  }
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBe(0)
}

test('the report of a site says first that printed codes go on working, then what was lost and where addresses lead', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/imports')
    await page.getByRole('link', { name: 'old.example.org' }).tap()
    await page.getByText('Codes already printed keep working: 9 of 9').waitFor()
    await page.getByRole('table', { name: 'What came' }).getByText('Attendees').waitFor()
    await page.getByRole('table', { name: 'Losses' }).waitFor()
    await page
      .getByRole('table', { name: 'Redirects' })
      .getByText('/evening/telyn-llais-tair-can/')
      .first()
      .waitFor()
    await page.getByRole('table', { name: 'Left behind' }).waitFor()
    await accessible(page, 'console-import')
  })
})

test('a list comes from a file: columns chosen, looked at, brought, and recognised when it comes again', async () => {
  const event = await staff.createEvent({
    title: 'Guests from elsewhere',
    start_date: '2027-10-01 20:00:00',
    end_date: '2027-10-01 22:00:00',
    status: 'publish',
  })
  const csv =
    'Name;E-mail;Category of place;Barcode\nSi\xe2n;sian@example.org;Stalls;900000000001\nBo;no address;Stalls;900000000002\n'
  const list = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') }
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${event.id}`)
    await page.getByRole('link', { name: 'Import attendees' }).click()
    await page.getByLabel('Choose a list').setInputFiles(list)
    await page.getByText('2 lines: 1 new attendee').waitFor()
    await page.getByLabel('Ticket type', { exact: true }).selectOption('Category of place')
    await page.getByRole('table', { name: 'Ticket types' }).getByText('will be made').waitFor()
    await page.getByText('Codes already on tickets that keep working: 1 of 1').waitFor()
    await page.getByText('Its email address is none.').waitFor()
    await accessible(page, 'console-list-plan')
    await page.setViewportSize({ width: 320, height: 800 })
    await accessible(page, 'console-list-plan-phone')
    await page.setViewportSize(wide.viewport)
    await page.getByRole('button', { name: 'Bring 1 attendee' }).click()
    await page.getByText('1 attendee came').waitFor()
    await page.getByRole('table', { name: 'Lists that came' }).getByText('guests.csv').waitFor()
    await page.getByLabel('Choose a list').setInputFiles(list)
    await page.getByText('It came before.').waitFor()
    expect(await page.getByRole('button', { name: 'Nothing to bring' }).isDisabled()).toBe(true)
    await page.goto(`/admin/attendees?filter.event=${event.id}`)
    await page.getByText('Siân').waitFor()
  })
})
