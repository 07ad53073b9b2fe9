import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

/** Waits until a screen shows what it has read. */
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)

/** Each figure of a screen with the address of its rows. */
async function figuresOf(page: Page, address: string) {
  await page.goto(`/admin${address}`)
  await page.locator('main h1').waitFor()
  await settled(page)
  for (const table of await page.getByRole('button', { name: 'As a table' }).all()) {
    await table.click()
  }
  const links = page.locator('main a[aria-label$="show the rows"]')
  await links.first().waitFor()
  return links.evaluateAll(all =>
    all.map(link => ({
      label: link.getAttribute('aria-label') ?? '',
      href: link.getAttribute('href') ?? '',
    })),
  )
}

const minor = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''))

/** Follows a figure to its rows, reads all of them, and counts or adds them up. */
async function addedUp(page: Page, href: string): Promise<{ count: number; cents: number }> {
  await page.goto(href)
  await page.locator('main h1').waitFor()
  await settled(page)
  const more = page.getByRole('button', { name: /^(Show more|More)$/ })
  while ((await more.count()) > 0) {
    const before = await page.locator('main tbody tr').count()
    await more.click()
    await page.waitForFunction(
      rows => document.querySelectorAll('main tbody tr').length > rows,
      before,
    )
    await settled(page)
  }
  const amounts = await page
    .locator('main table.records tbody tr td:last-child')
    .evaluateAll(cells => cells.map(cell => cell.textContent ?? ''))
  return { count: amounts.length, cents: amounts.reduce((sum, text) => sum + minor(text), 0) }
}

test('every figure on the screens of an event and the reports is what its rows add up to', async () => {
  await staff.createOrderRefund({ id: made.order, amount: '7.50', reason: 'A goodwill' })
  await app.deps.following.catchUp()
  let followed = 0
  await visitSignedIn({ viewport: { width: 1280, height: 900 } }, async page => {
    const wrong: string[] = []
    for (const address of [`/events/${made.event}`, '/reports', '/reports?report=open']) {
      for (const { label, href } of await figuresOf(page, address)) {
        const figure = /: (.+), show the rows$/.exec(label)?.[1] ?? ''
        const { count, cents } = await addedUp(page, href)
        const isMoney = /[$€.]/.test(figure)
        const found = isMoney ? cents : count
        if (found !== minor(figure)) wrong.push(`${label} (${href}): its rows make ${found}`)
        followed += 1
      }
    }
    expect(wrong).toEqual([])
  })
  console.log(`${followed} figures were followed to their rows.`)
  expect(followed).toBeGreaterThan(5)
})
