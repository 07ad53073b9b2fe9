import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { openConsole } from './open-console.ts'

const wide = { viewport: { width: 1280, height: 900 } }

/** What people type, and the exact price that is stored; or the words in which it is refused. */
const typed: Readonly<Record<string, readonly (readonly [string, { is: string } | RegExp])[]>> = {
  JPY: [
    ['1234', { is: '1234' }],
    ['1,234', { is: '1234' }],
    ['1.234', { is: '1234' }],
    ['1 234', { is: '1234' }],
    ['12.5', /This currency has no decimals/],
    ['1.234,5', /This currency has no decimals/],
  ],
  EUR: [
    ['1.234,5', { is: '1234.50' }],
    ['1,234.50', { is: '1234.50' }],
    ['1 234', { is: '1234' }],
    ['1’234,05', { is: '1234.05' }],
    ['12.345', { is: '12345' }],
    ['12,3456', /Write an amount such as 12\.50/],
    ['12,-', /Write an amount such as 12\.50/],
  ],
  KWD: [
    ['1,234.500', { is: '1234.500' }],
    ['1.234,5', { is: '1234.500' }],
    ['1 234', { is: '1234' }],
    ['12.5', { is: '12.500' }],
    ['1,234', /This can mean 1234 or 1\.234/],
    ['1.234', /This can mean 1234 or 1\.234/],
  ],
}

test.each(Object.keys(typed))(
  'a price in %s is stored exactly as people type it, or refused with what it can mean',
  async currency => {
    const { app, visitSignedIn } = await openConsole({ SITE_CURRENCY: currency })
    const staff = await staffClient(app)
    const event = await staff.createEvent({
      title: 'Prices',
      start_date: '2027-06-04 19:30:00',
      end_date: '2027-06-04 22:00:00',
      status: 'publish',
    })
    await visitSignedIn(wide, async page => {
      await page.goto(`/admin/events/${event.id}/tickets/new`)
      await page.getByRole('link', { name: 'Tickets' }).waitFor()
      for (const [text, meant] of typed[currency] ?? []) {
        await typePrice(page, { event: event.id, currency, text })
        if (meant instanceof RegExp) {
          await page.getByText(meant).waitFor()
          expect(await page.getByLabel(`Price in ${currency}`).inputValue()).toBe(text)
          page.once('dialog', asking => void asking.accept())
        } else await page.getByText(`${text} is there.`, { exact: true }).waitFor()
      }
    })
    const { tickets } = await staff.listTickets({ include_post: [event.id], per_page: 50 })
    const stored = Object.fromEntries(
      tickets.map(({ title, cost_details }) => [title, String(cost_details.values[0])]),
    )
    expect(stored).toEqual(
      Object.fromEntries(
        (typed[currency] ?? []).flatMap(([text, meant]) =>
          meant instanceof RegExp ? [] : [[text, meant.is]],
        ),
      ),
    )
  },
)

type Typing = { event: number; currency: string; text: string }

/** Adds a ticket that is called what is typed as its price. */
async function typePrice(page: Page, { event, currency, text }: Typing) {
  await page.goto(`/admin/events/${event}/tickets/new`)
  await page.getByLabel('Name').fill(text)
  await page.getByLabel(`Price in ${currency}`).fill(text)
  await page.getByLabel('There is no limit').check()
  await page.getByRole('button', { name: 'Add the ticket' }).click()
}
