import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances, photograph } from '../browser/open-browser.ts'
import { personWithPassword } from '../support/browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { plantGrant } from '../support/granting.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, complaints, visit, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const music = await staff.createCategory({ name: 'Music & Dance' })
const year = await staff.createTag({ name: '2026' })
const event = await staff.createEvent({
  title: 'Night of Organs',
  start_date: '2027-06-05 20:00:00',
  end_date: '2027-06-05 22:00:00',
  tags: [year.id],
})
const termsOf = async () => {
  const { categories, tags } = await staff.getEvent({ id: event.id })
  return { categories: categories.map(({ name }) => name), tags: tags.map(({ name }) => name) }
}

test('an event gets a category that there is and a new one, and keeps its tags', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${event.id}/edit`)
    await field(page, 'Category').fill('music & dance')
    await button(page, 'Another category').tap()
    await field(page, 'Category 2').fill('1789')
    await button(page, 'Save').tap()
    await page.getByText('A name needs a letter.').waitFor()
    await field(page, 'Category 2').fill('Organ')
    await page.getByText('New: it is made when you save.').waitFor()
    await page.getByText('What it is: lists and feeds are filtered by it.').waitFor()
    await photograph(page, 'console-event-terms-phone')
    expect(await hindrances(page)).toEqual([])
    await button(page, 'Save').tap()
    await page.getByText('Saved.').waitFor()
  })
  expect(await termsOf()).toEqual({ categories: ['Music &amp; Dance', 'Organ'], tags: ['2026'] })
  const { categories } = await staff.listCategories({ hide_empty: false })
  expect(categories.map(({ id }) => id)).toContain(music.id)
  expect(categories).toHaveLength(2)
})

test('a category is taken off, and nothing else of the event changes', async () => {
  const before = await staff.getEvent({ id: event.id })
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${event.id}/edit`)
    await field(page, 'Category').fill('')
    await button(page, 'Save').tap()
    await page.getByText('Saved.').waitFor()
  })
  expect(await termsOf()).toEqual({ categories: ['Organ'], tags: ['2026'] })
  const after = await staff.getEvent({ id: event.id })
  expect([after.title, after.description, after.start_date]).toEqual([
    before.title,
    before.description,
    before.start_date,
  ])
})

test('whoever may make no venue is told so, and the event keeps the one that it has', async () => {
  const hall = await staff.createVenue({ venue: 'Harbour Hall', status: 'publish' })
  await staff.updateEvent({ id: event.id, venue: hall.id })
  const manager = await personWithPassword(app, 'subscriber')
  await plantGrant(app, manager.id, { set: 'manager', eventId: event.id })
  await visit(phone, async page => {
    await signIn(page, manager.login)
    await page.goto(`/admin/events/${event.id}/edit`)
    await field(page, 'Venue').fill('The cellar')
    await button(page, 'Save').tap()
    await page.getByText('There is none of this name, and you may not make one.').first().waitFor()
    await field(page, 'Venue').fill('Harbour Hall')
    await field(page, 'For whom').fill('From 16 years')
    await button(page, 'Save').tap()
    await page.getByText('Saved.').waitFor()
  })
  const { venue, age_note } = await staff.getEvent({ id: event.id })
  expect([venue, age_note]).toEqual([expect.objectContaining({ id: hall.id }), 'From 16 years'])
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
