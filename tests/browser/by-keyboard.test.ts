import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillCart } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { hindrances, openStage, photograph } from './open-browser.ts'

const { app, visit } = await openStage()
const as = 'administrator' as const

async function anEvent(title: string, start: string): Promise<{ id: number; path: string }> {
  const body = { title, start_date: start, end_date: start.replace('19:', '22:') }
  const { json } = await app.events('POST', '/events', { as, body })
  return { id: json.id, path: new URL(json.url).pathname }
}

describe('the days of a month', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const day = document.activeElement?.closest('td')?.querySelector('time')
      return day?.getAttribute('datetime') ?? document.activeElement?.tagName
    })

  test('are reached by arrow keys, and other months by PageUp and PageDown', async () => {
    await anEvent('Wednesday', '2026-12-16 19:00:00')
    await anEvent('Thursday', '2026-12-17 19:00:00')
    await visit({ viewport: { width: 1280, height: 800 } }, async page => {
      await page.goto('/events/month/2026-12/')
      await page.locator('td a[href*="2026-12-16"]').first().focus()
      const seen: (string | undefined)[] = []
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
        await page.keyboard.press(key)
        seen.push(await focused(page))
      }
      expect(seen).toEqual(['2026-12-17', '2026-12-24', '2026-12-23', '2026-12-16', '2026-12-09'])
      await page.keyboard.press('PageDown')
      await page.waitForURL('**/events/month/2027-01/')
      await page.goto('/events/month/2026-12/?lang=ar-XB')
      await page.locator('td a[href*="2026-12-16"]').first().focus()
      await page.keyboard.press('ArrowLeft')
      expect(await focused(page)).toBe('2026-12-17')
      await page.keyboard.press('PageUp')
      await page.waitForURL('**/events/month/2026-11/')
    })
  })

  test('without events are passed over on phones, which do not show them', async () => {
    await visit({ viewport: { width: 390, height: 800 } }, async page => {
      await anEvent('Monday', '2026-12-21 19:00:00')
      await page.goto('/events/month/2026-12/')
      await page.locator('td a[href*="2026-12-17"]').first().focus()
      await page.keyboard.press('ArrowRight')
      expect(await focused(page)).toBe('2026-12-21')
    })
  })
})

test('from the page of an event to a paid ticket are three pages, four fields and few keys', async () => {
  const { id, path } = await anEvent('Songs', '2026-12-05 19:00:00')
  await ticketOnSale(app, { eventId: id, name: 'Chair', priceMinor: 3000 })
  await visit({}, async page => {
    const pages: string[] = []
    let targets = 0
    const required = new Set<string>()
    /** Reads which fields this page requires, and counts the page. */
    const look = async () => {
      pages.push(new URL(page.url()).pathname)
      const names = await page
        .locator('input[required]:visible')
        .evaluateAll(fields => fields.map(field => field.getAttribute('name') ?? ''))
      for (const name of names) required.add(name)
    }
    /** Goes to an element by the Tab key, and types. */
    const use = async (name: string, keys: string) => {
      const element = page.locator(name).last()
      for (let tabs = 0; tabs < 40; tabs += 1) {
        if (await element.evaluate(one => one === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      expect(await element.evaluate(one => one === document.activeElement)).toBe(true)
      if (keys === 'Enter') await page.keyboard.press('Enter')
      else await page.keyboard.type(keys)
      targets += 1
    }
    await page.goto(path)
    await look()
    await use('input[name^=tickets]', '1')
    await use('main form button[type=submit]', 'Enter')
    await page.waitForURL('**/checkout')
    await look()
    await use('input[name=name]', 'Bo Sample')
    await use('input[name=email]', 'bo@example.org')
    await use('button[value=order]', 'Enter')
    await page.waitForURL('**/checkout/pay')
    await look()
    await use('button[value=succeed]', 'Enter')
    await page.getByText('This order is paid.').waitFor()
    expect(pages).toEqual([path, '/checkout', '/checkout/pay'])
    expect([...required].sort()).toEqual(['email', 'name'])
    expect(targets).toBeLessThanOrEqual(12)
  })
})

/** The milliseconds until the end of the hold when its page was made. */
async function timeLeft(page: Page): Promise<number> {
  const box = page.locator('[data-hold]')
  const [hold, now] = [await box.getAttribute('data-hold'), await box.getAttribute('data-now')]
  return Date.parse(hold ?? '') - Date.parse(now ?? '')
}

test('a hold counts down, warns a minute before its end, and says when it is over', async () => {
  const { id } = await ticketOnSale(app, { name: 'Stool' })
  const cart = await fillCart(app, id)
  await visit({ bypassCSP: true }, async page => {
    await page.clock.install()
    await page.goto(`/checkout?cart=${cart}`)
    const box = page.locator('[data-hold]')
    const left = await timeLeft(page)
    const warning = box.locator('[role=alert]')
    const dialog = page.getByRole('dialog', { name: 'Less than a minute left' })
    await page.clock.fastForward(left - 62_000)
    expect([await warning.textContent(), await dialog.isVisible()]).toEqual(['', false])
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.clock.fastForward(3000)
    await expect.poll(() => warning.textContent()).toContain('minute')
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await photograph(page, 'checkout-ending')
    expect(await hindrances(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(false)
    expect(await box.getByRole('button', { name: 'More time' }).isVisible()).toBe(true)
    await page.clock.fastForward(60_000)
    await expect.poll(() => box.locator('[data-clock]').textContent()).toContain('0:00')
    expect(await warning.textContent()).toContain('no longer held')
    expect(await dialog.isVisible()).toBe(false)
    expect(await box.getByRole('button', { name: 'More time' }).isVisible()).toBe(false)
    expect(await box.getByRole('button', { name: 'Hold them again' }).isVisible()).toBe(true)
  })
})

test('the dialog at the end of a hold gives more time by its first button, and keeps what was entered', async () => {
  const { id } = await ticketOnSale(app, { name: 'Stool' })
  const cart = await fillCart(app, id)
  await visit({ bypassCSP: true }, async page => {
    await page.clock.install()
    await page.goto(`/checkout?cart=${cart}`)
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.clock.fastForward((await timeLeft(page)) - 30_000)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More time')
    await page.keyboard.press('Enter')
    await page.getByText('You have more time now.').waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace')
    expect(await dialog.isVisible()).toBe(false)
  })
})
