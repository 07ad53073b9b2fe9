import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
for (let order = 0; order < 14; order += 1) await buy(app, made.freeTicket, { quantity: 1 })

/** A window in which every list is longer than what it shows. */
const low = { viewport: { width: 1280, height: 420 } }

const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)

/** What somebody sees: the rows in their order, the panels, dialogs and fields, and how far down they are. */
async function stateOf(page: Page) {
  await page.locator('main h1').first().waitFor()
  await settled(page)
  return page.evaluate(() => ({
    rows: [...document.querySelectorAll('main tbody tr')].map(row => row.textContent),
    panels: [...document.querySelectorAll('[role=complementary], aside, [role=dialog]')].map(one =>
      one.getAttribute('aria-label'),
    ),
    fields: [...document.querySelectorAll<HTMLInputElement>('main input, main select')].map(
      one => one.value,
    ),
    scroll: Math.round(globalThis.scrollY),
  }))
}

const states: Readonly<Record<string, string>> = {
  'a filtered and sorted list': '/orders?filter.status=paid&sort=-total&search=a',
  'a list with an order beside it': `/orders?filter.event=${made.event}&open=${made.order}`,
  'attendees of an event who are not inside': `/attendees?filter.event=${made.event}&filter.checked_in=false`,
  'drafts that were searched for': '/events?show=drafts&search=uncommonly',
  'an order on its own page': `/orders/${made.order}`,
  'a dialog over a list': '/fees?new=1',
  'a report by week': '/reports?report=payments&by=week',
  'payments by their way': '/payments?filter.method=sandbox',
  'entries of the books': `/books?filter.event=${made.event}&filter.kind=sale`,
  'changes of one ticket': `/audit?record=ticket&record_id=${made.ticket}`,
  'rows of a run in one state': `/runs/${made.refunds}?state=by_hand`,
  'an event': `/events/${made.event}`,
}

test.each(Object.entries(states))(
  '%s is the same after a reload: rows, panel, fields and scroll',
  async (_name, address) => {
    await visitSignedIn(low, async page => {
      await page.goto(`/admin${address}`)
      await stateOf(page)
      // As far as it goes, but for a dialog, which keeps the screen behind it where it is.
      await page.evaluate(() => globalThis.scrollTo(0, 260))
      const before = await stateOf(page)
      await page.reload()
      await page.waitForFunction(y => Math.abs(globalThis.scrollY - y) <= 1, before.scroll)
      expect(await stateOf(page)).toEqual(before)
    })
  },
)

test('what is clicked together is in the address: search, filter and panel come back by reload, back and forward', async () => {
  await visitSignedIn({ viewport: { width: 1280, height: 900 } }, async page => {
    await page.goto('/admin/orders')
    await page.getByLabel('State').selectOption('paid')
    await page.waitForURL(/filter\.status=paid/)
    await settled(page)
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').nth(2).click()
    const panel = page.getByRole('complementary', { name: /^Order \d+/ })
    await panel.waitFor()
    const before = await stateOf(page)
    const address = page.url()
    await page.reload()
    await panel.waitFor()
    expect([page.url(), await stateOf(page)]).toEqual([address, before])
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await page.goForward()
    await panel.waitFor()
    expect(page.url()).toBe(address)
  })
})
