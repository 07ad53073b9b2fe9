import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { openConsole } from './open-console.ts'

const { complaints, visitSignedIn } = await openConsole()

/** Clicks, and counts them. */
function clicking() {
  let clicks = 0
  return {
    count: () => clicks,
    click: async (page: Page, role: 'button' | 'link' | 'radio' | 'tab', name: string | RegExp) => {
      clicks += 1
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click()
    },
  }
}

test('an empty installation sells its first free ticket within 25 clicks', async () => {
  await visitSignedIn({ viewport: { width: 1280, height: 900 } }, async page => {
    const { click, count } = clicking()
    await photograph(page, 'console-empty-today')
    await click(page, 'link', 'Make the first event')
    await page.getByLabel('Name').fill('Open rehearsal')
    await page.getByLabel('Day', { exact: true }).fill('2027-06-04')
    await page.getByLabel('Begins at').fill('19:30')
    await page.getByLabel('Venue', { exact: true }).fill('Riverside Hall')
    await page.getByLabel('City').fill('Bergen')
    await page.getByLabel('Description').fill('Come and listen.\n\nDoors open at seven.')
    await photograph(page, 'console-new-event')
    await click(page, 'button', 'Save the draft')
    await page.getByRole('heading', { name: 'Open rehearsal' }).waitFor()
    await photograph(page, 'console-draft')
    await click(page, 'link', 'Add a ticket')
    await page.getByLabel('Name').fill('Free seat')
    await page.getByLabel('How many').fill('80')
    await photograph(page, 'console-new-ticket')
    await click(page, 'button', 'Add the ticket')
    await click(page, 'button', 'Publish')
    await page.getByText('Published', { exact: true }).waitFor()
    await photograph(page, 'console-event')
    const [shop] = await Promise.all([
      page.context().waitForEvent('page'),
      click(page, 'link', 'Open its page'),
    ])
    await shop.getByRole('heading', { name: 'Open rehearsal' }).waitFor()
    expect(count()).toBeLessThanOrEqual(25)
    console.log(`First free event on sale: ${count()} clicks.`)
  })
  expect(complaints).toEqual([])
})
