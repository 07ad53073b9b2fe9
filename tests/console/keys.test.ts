import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { openConsole } from './open-console.ts'

const { app, base, complaints, login, visitSignedIn } = await openConsole()
const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Makes a credential by its form and returns what is shown once. */
async function make(page: Page, name: string, open: string) {
  await button(page, open).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (open === 'New key') await page.getByLabel('guests, door, desk and reports').check()
  await page.getByLabel('It lasts').selectOption('for 30 days')
  await button(page, 'Make it').click()
  await page.getByRole('heading', { name: `${name}: copy it now` }).waitFor()
  return (await page.locator('code').textContent()) ?? ''
}

const answerTo = async (path: string, authorization: string) =>
  (await fetch(`${base}${path}`, { headers: { authorization } })).status

test('a key is made with what it may do, works, is shown once, and ends', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/account')
    await page.getByRole('link', { name: 'Keys for programs' }).click()
    const secret = await make(page, 'Our site', 'New key')
    await photograph(page, 'console-keys-wide')
    const list = '/svc/admin/v1/attendees'
    expect(await answerTo(list, `Bearer ${secret}`)).toBe(200)
    expect(await answerTo('/svc/admin/v1/orders', `Bearer ${secret}`)).toBe(403)
    await page.reload()
    await page.getByText('read drafts and private events; guests, door, desk and reports').waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    await button(page, 'End Our site').click()
    await button(page, 'End it').click()
    await page.getByText('Our site has ended.').waitFor()
    expect(await answerTo(list, `Bearer ${secret}`)).toBe(401)
  })
})

test('a password for a program and a key of a scanner app are made on a phone', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/account/keys')
    const password = await make(page, 'The old plugin', 'New password')
    const basic = Buffer.from(`${login}:${password}`).toString('base64')
    expect(await answerTo('/svc/admin/v1/me', `Basic ${basic}`)).toBe(200)
    const key = await make(page, 'Turnstile', 'New scanner key')
    await photograph(page, 'console-keys-phone')
    expect(key.length).toBeGreaterThan(20)
    await page.getByText('at every event').waitFor()
  })
  const { json } = await app.tickets('GET', '/scanner-keys', { as: 'administrator' })
  expect(json).toMatchObject([{ name: 'Turnstile', event: null }])
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
