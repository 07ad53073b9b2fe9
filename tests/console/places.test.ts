import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances } from '../browser/open-browser.ts'
import { personWithPassword } from '../support/browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { handsOn } from './hands.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, complaints, visit, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 }, bypassCSP: true }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The venue of the event of this test. */
async function greatRoom() {
  const { venue } = await staff.getEvent({ id: made.event })
  if (Array.isArray(venue)) throw new Error('The event has no venue.')
  return venue
}

const aVenue = (venue: string) => staff.createVenue({ venue, status: 'publish' })

const anEvent = (title: string, rest: object) =>
  staff.createEvent({
    title,
    start_date: '2027-09-01 20:00:00',
    end_date: '2027-09-01 22:00:00',
    status: 'publish',
    ...rest,
  })

test('the venue of an event is corrected from the event, and its pages say so at once', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${made.event}`)
    await page.getByRole('link', { name: 'Great Room' }).tap()
    await dialog(page, 'Change the venue').waitFor()
    await page.getByText(/^1 event names it: Maren Sol/).waitFor()
    await page.getByLabel('Name').fill('Great Room & Foyer')
    await page.getByLabel('Street and number').fill('Torget 2')
    await page.getByLabel('Postal code').fill('5014')
    await page.getByLabel('State or province').fill('Vestland')
    await page.getByLabel('Country').fill('Norway')
    await page.getByLabel('Phone').fill('+47 55 55 55 55')
    await button(page, 'Save').tap()
    await page.getByText('Great Room & Foyer is saved.').waitFor()
    await page.getByText('Torget 2, 5014 Bergen, Vestland, Norway').waitFor()
  })
  expect(await greatRoom()).toMatchObject({
    venue: 'Great Room &#038; Foyer',
    city: 'Bergen',
    stateprovince: 'Vestland',
    phone: '+47 55 55 55 55',
  })
  const { slug } = await staff.getEvent({ id: made.event })
  const shown = await app.call('GET', `/event/${slug}/`)
  expect(shown.text).toContain('Torget 2')
})

test('an organizer is found, and what is wrong with its addresses stands at their fields', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/places?show=organizers')
    await page.getByLabel('Search organizers').fill('riverside')
    await page.getByText('1 organizer', { exact: true }).waitFor()
    await button(page, 'Change Riverside Hall').click()
    await page.getByLabel('E-mail address').fill('nobody')
    await button(page, 'Save').click()
    await page.locator('[name=email][aria-invalid=true]').waitFor()
    await page.getByLabel('E-mail address').fill('hall@riverside.example')
    await page.getByLabel('Website').fill('riverside.example')
    await page.getByLabel('Description').fill('A hall by the river.\n\nSince 1908.')
    await button(page, 'Save').click()
    await page.getByText('Riverside Hall is saved.').waitFor()
    await page.getByText('hall@riverside.example').waitFor()
  })
  const { organizers } = await staff.listOrganizers({ search: 'riverside' })
  expect(organizers).toMatchObject([
    {
      email: 'hall@riverside.example',
      website: 'https://riverside.example',
      description: expect.stringMatching(/<p>A hall by the river\.<\/p>\s*<p>Since 1908\.<\/p>/),
    },
  ])
})

test('a venue that somebody else corrected meanwhile is decided field by field', async () => {
  const venue = await aVenue('Chapel of the Lighthouse')
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/places?open=${venue.id}`)
    await page.getByLabel('Street and number').fill('Mine 1')
    await staff.updateVenue({ id: venue.id, address: 'Theirs 2', city: 'Bergen' })
    await button(page, 'Save').click()
    const alert = page.locator('form').getByRole('alert')
    await alert.getByText('Taken over, as you had not touched it: City').waitFor()
    await alert.getByLabel('Yours: Mine 1').waitFor()
    await alert.getByLabel(/: Theirs 2$/).check()
    await page.getByLabel('Phone').fill('12345')
    await button(page, 'Save').click()
    await page.getByText('Chapel of the Lighthouse is saved.').waitFor()
  })
  expect(await staff.getVenue({ id: venue.id })).toMatchObject({
    address: 'Theirs 2',
    city: 'Bergen',
    phone: '12345',
  })
})

test('deleting a venue by keys says which events lose it; from the trash it comes back without them', async () => {
  const venue = await aVenue('The wrong hall')
  const event = await anEvent('In the wrong hall', { venue: venue.id })
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/places?search=wrong')
    const { press } = handsOn(page, 'keyboard')
    await press(button(page, 'Delete The wrong hall'))
    const asking = dialog(page, 'Delete The wrong hall?')
    await asking.getByText('1 event names it: In the wrong hall.').waitFor()
    await asking.getByText('has no venue any more').waitFor()
    await asking.getByText('is told so by mail').waitFor()
    expect(await hindrances(page)).toEqual([])
    await press(button(page, 'Delete the venue'))
    await page.getByText('The wrong hall is in the trash.').waitFor()
    await page.getByText('There is no venue like that').waitFor()
    expect((await staff.getEvent({ id: event.id })).venue).toEqual([])
    await page.getByLabel('Show').selectOption('Venues in the trash')
    await button(page, 'Restore The wrong hall').click()
    await page.getByText('The wrong hall is back. No event names it yet.').waitFor()
    await page.getByText('Nothing is in the trash').waitFor()
  })
  expect(await staff.getVenue({ id: venue.id })).toMatchObject({ status: 'publish' })
})

test('a category is renamed, and deleting one says how many events lose it', async () => {
  await anEvent('Strings and keys', { categories: ['Musik'] })
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/places')
    await page.getByLabel('Show').selectOption('Categories')
    await button(page, 'Rename Musik').tap()
    await page.getByRole('textbox', { name: 'Name' }).fill('Music')
    await button(page, 'Rename').tap()
    await page.getByText('It is called Music now.').waitFor()
    await button(page, 'Delete Music').tap()
    const asking = dialog(page, 'Delete Music?')
    await asking.getByText('1 public event has it. They stay, and lose it.').waitFor()
    await button(page, 'Delete the category').tap()
    await page.getByText('Music is deleted.').waitFor()
    await button(page, 'Delete Music').waitFor({ state: 'detached' })
  })
})

test('an author changes and deletes their own venues; those of others have no buttons', async () => {
  const { id, login } = await personWithPassword(app, 'author')
  await staff.createVenue({ venue: 'The house of the author', author: id, status: 'publish' })
  const { id: other, venue: name = '' } = await aVenue('A house of somebody else')
  await visit(wide, async page => {
    await signIn(page, login)
    await page.goto('/admin/places')
    await button(page, 'Change The house of the author').waitFor()
    await button(page, 'Delete The house of the author').waitFor()
    await page.getByText(name).waitFor()
    expect(await button(page, /A house of somebody else/).count()).toBe(0)
    await page.goto(`/admin/places?open=${other}`)
    await page.getByText('Somebody else made A house of somebody else.').waitFor()
  })
})

test('none of this broke the policy of the page', () => {
  expect(complaints.filter(({ what }) => !/status of (400|412)/.test(what))).toEqual([])
})
