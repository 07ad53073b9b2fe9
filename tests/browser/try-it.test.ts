import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword, somePassword } from '../support/browser.ts'
import { hindrances, openStage, photograph } from './open-browser.ts'

const { app, visit, complaints } = await openStage()
const { login } = await personWithPassword(app)

async function signIn(page: Page) {
  await page.getByLabel('Login or e-mail address').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(somePassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function open(page: Page, operationId: string) {
  const operation = page.locator(`#${operationId}`)
  await operation.locator('summary').click()
  return operation
}

test('the documentation leads strangers to the sign-in and back, where administrators send requests', async () => {
  complaints.length = 0
  await visit({ locale: 'en-GB' }, async page => {
    await page.goto('/docs/events')
    const described = await open(page, 'createEvent')
    expect(await described.getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'sign in as an administrator' }).click()
    await signIn(page)
    expect(new URL(page.url()).pathname).toBe('/docs/events')

    const making = await open(page, 'createEvent')
    const draft = { title: 'Tried out', start_date: '2026-12-24', end_date: '2026-12-24' }
    await making.getByLabel('Body (JSON)').fill(JSON.stringify(draft))
    await making.getByRole('button', { name: 'Send POST' }).click()
    await making.getByText(/^201 Created/).waitFor()
    const made = (await making.getByLabel('Answer').textContent()) ?? ''
    const id = /"id": (\d+)/.exec(made)?.[1] ?? ''

    const list = await open(page, 'listEvents')
    await list.getByRole('textbox', { name: 'search' }).fill('tried out & nothing else')
    await list.getByRole('button', { name: 'Send GET' }).click()
    await list.getByText(/^200 OK/).waitFor()
    expect(await list.getByLabel('Answer').textContent()).toContain('"total": 0')

    const ending = await open(page, 'deleteEvent')
    await ending.getByRole('textbox', { name: 'id' }).fill(id)
    await ending.getByRole('button', { name: 'Send DELETE' }).click()
    await ending.getByText(/^200 OK/).waitFor()
  })
  expect(complaints).toEqual([])
  const { json } = await app.call('GET', '/svc/events/v1/events?search=Tried', {
    as: 'administrator',
  })
  expect(json.total).toBe(0)
})

test('a refused request shows its status and its reason', async () => {
  await visit({ locale: 'en-GB' }, async page => {
    await page.goto('/sign-in?next=/docs/events')
    await signIn(page)
    const reading = await open(page, 'getEvent')
    await reading.getByRole('textbox', { name: 'id' }).fill('999999')
    await reading.getByRole('button', { name: 'Send GET' }).click()
    await reading.getByText(/^404 Not Found/).waitFor()
    expect(await reading.getByLabel('Answer').textContent()).toContain(
      '"code": "rest-event-not-found"',
    )
  })
})

test('an operation is accessible and fits every width, in light and dark, with and without a sign-in', async () => {
  for (const isSignedIn of [false, true]) {
    await visit({ bypassCSP: true, locale: 'en-GB' }, async page => {
      await page.goto(isSignedIn ? '/sign-in?next=/docs/admin' : '/docs/admin')
      if (isSignedIn) await signIn(page)
      for (const operationId of ['listMessages', 'createUser']) {
        const operation = await open(page, operationId)
        if (!isSignedIn) continue
        await operation.getByRole('button', { name: /^Send/ }).click()
        await operation.getByLabel('Answer').waitFor()
      }
      // The others are made by the same functions, and axe takes long to look at all of them.
      await page.evaluate(() => {
        for (const closed of document.querySelectorAll('details:not([open])')) closed.remove()
        for (const schema of document.querySelectorAll('#schemas ~ section')) schema.remove()
      })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          const name = `docs-${isSignedIn ? 'try-it' : 'stranger'}-${width}-${colorScheme}`
          await photograph(page, name)
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          const seen = { name, wider, hindrances: await hindrances(page) }
          expect(seen).toEqual({ name, wider: 0, hindrances: [] })
        }
      }
    })
  }
})
