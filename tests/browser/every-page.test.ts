import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { personWithPassword, somePassword } from '../support/browser.ts'
import { hindrances, openStage, photograph } from './open-browser.ts'
import { behindSignIn, leadsElsewhere, sentForms } from './kinds-of-pages.ts'
import { openState, statesOfPages } from './visits.ts'

// With a mail server, which nothing here writes to, the pages that send links show their forms.
const stage = await openStage({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'box@tickets.test' })
const { app, visit, complaints } = stage
const states = await statesOfPages(app)
const all = Object.values(states).flat()

const widths = [320, 768, 1280]
const schemes = ['light', 'dark'] as const
/** Taking the picture of a whole page takes longer than judging it, so there are two of each. */
const isPhotographed = (width: number, scheme: string) =>
  scheme === 'light' ? width === 320 : width === 1280

describe('the pages in the table of this test', () => {
  test('include every page and every form', () => {
    const seen = [...Object.keys(states), ...leadsElsewhere, ...behindSignIn].sort()
    const shown = app.pages.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(seen).toEqual(shown.sort())
    const forms = app.pages.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(forms).toEqual(sentForms)
  })
})

/** Checks a page at every width, in light and dark. */
async function expectAccessible(page: Page, name: string) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      if (isPhotographed(width, colorScheme)) {
        await photograph(page, `${name}-${width}-${colorScheme}`)
      }
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      const seen = { name, width, colorScheme, wider, hindrances: await hindrances(page) }
      expect(seen).toEqual({ name, width, colorScheme, wider: 0, hindrances: [] })
    }
  }
}

test.each(all)('$name is accessible and fits every width, in light and dark', async state => {
  const { name, status = 200 } = state
  await visit({ bypassCSP: true }, async page => {
    const response = await openState(app, page, state)
    expect([name, response?.status()]).toEqual([name, status])
    await expectAccessible(page, name)
  })
})

test('the account page is accessible and fits every width, in light and dark', async () => {
  const { login } = await personWithPassword(app, 'author')
  await visit({ bypassCSP: true }, async page => {
    await page.goto('/account')
    await page.fill('[name=login]', login)
    await page.fill('[name=password]', somePassword)
    await page.click('main button[type=submit]')
    await page.waitForURL('**/account')
    await expectAccessible(page, 'account')
  })
})

test('the pages of the second factor are accessible and fit every width, from the picture to the next sign-in', async () => {
  const { login } = await personWithPassword(app, 'author')
  await visit({ bypassCSP: true }, async page => {
    const signIn = async (path: string) => {
      await page.goto(path)
      await page.fill('[name=login]', login)
      await page.fill('[name=password]', somePassword)
      await page.click('main button[type=submit]')
    }
    await signIn('/sign-in?next=/account/second-factor')
    await page.waitForURL('**/account/second-factor')
    await expectAccessible(page, 'factor-begin')
    await page.click('main form button[type=submit]')
    await expectAccessible(page, 'factor-picture')
    const secret = (await page.textContent('main code'))?.replaceAll(' ', '') ?? ''
    const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    await page.fill('[name=code]', code())
    await page.click('main form button[type=submit]')
    await page.waitForSelector('main li code')
    await expectAccessible(page, 'factor-codes')
    await page.goto('/account/second-factor')
    await expectAccessible(page, 'factor-set-up')
    await page.context().clearCookies()
    await signIn('/sign-in')
    await page.waitForURL('**/sign-in/code?*')
    await expectAccessible(page, 'code')
    app.clock.advance(30)
    await page.fill('[name=code]', code())
    await page.click('main form button[type=submit]')
    await page.waitForURL('**/account')
  })
})

test('every page keeps to its content security policy and origin, and can be read from right to left', async () => {
  complaints.length = 0
  for (const state of all) {
    const { name } = state
    await visit({ viewport: { width: 320, height: 700 } }, async page => {
      await openState(app, page, state, 'ar-XB')
      const found = await page.evaluate(() => ({
        dir: document.documentElement.dir,
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }))
      expect({ name, ...found }).toEqual({ name, dir: 'rtl', wider: 0 })
      await photograph(page, `${name}-rtl`)
    })
  }
  expect(complaints).toEqual([])
})

test('every page shows a keyboard user where the focus is, and nothing covers it', async () => {
  for (const state of all) {
    const { name } = state
    // What is still on its way into view would count as covered.
    const calm = { viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce' as const }
    await visit(calm, async page => {
      await openState(app, page, state)
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press('Tab')
        const focus = await page.evaluate(() => {
          const element = document.activeElement
          if (!element || element === document.body) return undefined
          const outlines = [element, undefined].map((_, index) =>
            getComputedStyle(element, index === 0 ? undefined : '::after'),
          )
          const seen = outlines.some(
            style => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
          )
          const { left, top, width, height } = element.getBoundingClientRect()
          const above = document.elementFromPoint(left + width / 2, top + height / 2)
          const isFree = above !== null && (element.contains(above) || above.contains(element))
          return { html: element.outerHTML.slice(0, 120), seen, isFree }
        })
        if (!focus) break
        expect({ name, ...focus }).toEqual({ name, html: focus.html, seen: true, isFree: true })
      }
    })
  }
})
