import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { deliver, newest } from '../support/mailbox.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** The mail about the tickets of a new order. */
async function mailOfNewOrder() {
  await buy(app, made.ticket, { quantity: 1, way: 'cardprocessor' })
  await deliver(app)
  return (await newest(app, 'order.confirmed')).mail
}

test('the site has words of its own in a mail, from the next mail on, until the usual text is used again', async () => {
  const usual = await mailOfNewOrder()
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await page.getByRole('heading', { name: 'Texts of mails' }).waitFor()
    await field(page, 'Mail').selectOption({ label: 'Tickets of an order' })
    await field(page, 'Subject').fill('Your seats for {event}')
    await field(page, 'Before the usual sentences').fill('Dear {name}, the café opens at six.')
    await button(page, 'Save the text').click()
    await page.getByText('Saved. Mails that leave from now on have it.').waitFor()
    // Another mail has none, and this one is marked where one is chosen.
    await field(page, 'Mail').selectOption({ label: 'A reminder before the event' })
    expect(await field(page, 'Subject').inputValue()).toBe('')
    await field(page, 'Mail').selectOption({ label: 'Tickets of an order (own text)' })
    expect(await field(page, 'Subject').inputValue()).toBe('Your seats for {event}')
  })
  const own = await mailOfNewOrder()
  // Payments are simulated here, which every mail says.
  expect(own.subject).toBe('[TEST] Your seats for Maren Sol: Songs for the Last Tram')
  expect(own.text).toMatch(/Dear .+, the café opens at six\./)

  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await button(page, 'Use the usual text').click()
    await page.getByText('The usual text is used again.').waitFor()
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('')
    expect(await button(page, 'Use the usual text').count()).toBe(0)
  })
  const again = await mailOfNewOrder()
  expect(again.subject).toBe(usual.subject)
  expect(again.text).not.toContain('café')
})

test('a text with a placeholder that this mail does not have is refused at its field, and stays as typed', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await field(page, 'Subject').fill('Seats for {evening}')
    await button(page, 'Save the text').click()
    await page
      .getByText(/\{evening\}/)
      .last()
      .waitFor()
    expect(await field(page, 'Subject').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'Subject').inputValue()).toBe('Seats for {evening}')
  })
  const { texts } = await staff.listMailTexts()
  expect(texts.filter(({ subject }) => subject.includes('{evening}'))).toEqual([])
})

test('one event has words of its own in its mails, and those of another stay the words of the site', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}`)
    await page.getByRole('link', { name: 'Words in mails' }).click()
    await field(page, 'Subject').fill('Bring a cushion to {event}')
    await button(page, 'Save the text').click()
    await page.getByText('Saved. Mails that leave from now on have it.').waitFor()
    await page.goto('/admin/settings')
    await field(page, 'Mail').waitFor()
    expect(await field(page, 'Subject').inputValue()).toBe('')
  })
  expect((await mailOfNewOrder()).subject).toBe(
    '[TEST] Bring a cushion to Maren Sol: Songs for the Last Tram',
  )
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/mails`)
    await button(page, 'Use the text of the site').click()
    await page.getByText('The text of the site is used again.').waitFor()
  })
  expect((await mailOfNewOrder()).subject).not.toContain('cushion')
})
