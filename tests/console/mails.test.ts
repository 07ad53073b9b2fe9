import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { deliver, outbox } from '../support/mailbox.ts'
import { openConsole } from './open-console.ts'

const server = await startMailServer()
const { app, complaints, visitSignedIn } = await openConsole({
  SMTP_URL: server.url,
  MAIL_FROM: 'tickets@playhouse.example',
})
const as = 'administrator' as const
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const wide = { viewport: { width: 1280, height: 900 } }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const queue = (to: string) => app.admin('POST', '/messages/test', { as, body: { to } })
const statesOf = async (recipient: string) =>
  (await outbox(app, { recipient })).map(({ state }) => state)

test('a mail to a mailbox that was full of errors is sent again, and the next ones arrive, too', async () => {
  const to = 'ada@example.org'
  server.refuse(() => ({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' }))
  await queue(to)
  await deliver(app)
  await queue(to)
  await deliver(app)
  expect(await statesOf(to)).toEqual(['failed', 'suppressed'])
  server.refuse(() => undefined)
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/mails?state=suppressed')
    await page.getByText('Not sent: came back before').last().waitFor()
    await photograph(page, 'console-mails-phone')
    await button(page, `Send the mail to ${to} again`).tap()
    await page.getByText(`${to} gets mail again. This one waits to be sent.`).waitFor()
  })
  await deliver(app)
  await queue(to)
  await deliver(app)
  expect(await statesOf(to)).toEqual(['failed', 'sent', 'sent'])
})

test('the mails to one address are found, and one that waits is taken back', async () => {
  const to = 'grace@example.org'
  await queue('somebody@example.org')
  await queue(to)
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/mails')
    await page.getByLabel('To the address').fill(to)
    await page.waitForURL(/recipient=/)
    await page.getByText('somebody@example.org').waitFor({ state: 'detached' })
    await button(page, `Withdraw the mail to ${to}`).click()
    await page.getByText('It does not leave.').waitFor()
    await page.getByRole('cell', { name: 'Withdrawn', exact: true }).waitFor()
    await photograph(page, 'console-mails-wide')
  })
  expect(await statesOf(to)).toEqual(['withdrawn'])
})

test('mails behind the newest fifty are reached, and the way back leads to the newest', async () => {
  for (let at = 0; at < 51; at += 1) await queue(`many${at}@example.org`)
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/mails')
    await page.getByText('many50@example.org').waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('many0@example.org', { exact: true }).waitFor()
    expect(await page.getByText('many50@example.org').count()).toBe(0)
    await page.getByRole('link', { name: 'The newest' }).click()
    await page.getByText('many50@example.org').waitFor()
  })
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
