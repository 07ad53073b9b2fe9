import type { BrowserContextOptions, Page } from 'playwright-core'
import { openStage } from '../browser/open-browser.ts'
import { personWithPassword, somePassword } from '../support/browser.ts'

/** A service with the built console, and a browser. */
export async function openConsole(environment: Record<string, string> = {}) {
  const stage = await openStage(environment)
  const { login } = await personWithPassword(stage.app)
  /** Runs `act` in a window in which an administrator is signed in. */
  const visitSignedIn = <T>(options: BrowserContextOptions, act: (page: Page) => Promise<T>) =>
    stage.visit(options, async page => {
      await signIn(page, login)
      return act(page)
    })
  return { ...stage, login, visitSignedIn }
}

export async function signIn(page: Page, login: string) {
  await page.goto('/admin')
  await page.getByLabel('Login or e-mail address').fill(login)
  await page.getByRole('textbox', { name: 'Password' }).fill(somePassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}
